import Type from 'typebox';
import { DRAFT_FIELDS, type DraftField, MAX_DRAFT_VALUE_LENGTH } from '../rules/checkout/draft-fields.ts';
import { Address, AddressConfirmation } from './addresses.ts';
import type { ContractsOf } from './call-contract.ts';
import { calculationCalls } from './cart-calculations.ts';
import type { cartPaths } from './paths/carts.ts';
import { AlternativeShippingAddress, Billing, Shipping } from './people.ts';
import { Cents, Id, Nullable } from './primitives.ts';
import { ProductSummary } from './products.ts';

const giftCardNumber = { maxLength: 64 } as const;
const giftCardPin = { maxLength: 16 } as const;

/** Number of pieces of one line. */
export const Quantity = Type.Integer({ minimum: 1, maximum: 999 });

/** One sample of a roughage test. It must have a name before the order is placed. */
export const QuickscanSample = Type.Object({
  shoppingcartId: Type.String(),
  productVariantId: Id,
  sequence: Type.Integer({ minimum: 1 }),
  sampleName: Nullable(Type.String()),
});
export type QuickscanSample = Type.Static<typeof QuickscanSample>;

export const CartProduct = Type.Object({
  productId: Id,
  productVariantId: Id,
  count: Quantity,
  rqsSamples: Type.Array(QuickscanSample, {
    description: 'One sample per piece of a roughage test; empty for other products',
  }),
});
export type CartProduct = Type.Static<typeof CartProduct>;

/**
 * Selected payment method. Only the last four digits of a gift card number are returned, and never its PIN.
 */
export const PaymentSelection = Type.Object({
  paymentMethodId: Id,
  issuer: Nullable(Type.String()),
  giftCardNumber: Nullable(Type.String()),
  giftCardPin: Type.Null(),
});

const Instant = Type.String({ format: 'date-time' });
const MailCampaignId = Type.String({ pattern: '^[A-Za-z0-9._-]{1,64}$' });

/** Text of one field of a draft. */
const DraftText = Type.Optional(Type.String({ maxLength: MAX_DRAFT_VALUE_LENGTH }));
const draftFields = Object.fromEntries(DRAFT_FIELDS.map((name) => [name, DraftText])) as Record<
  DraftField,
  typeof DraftText
>;

/** Input of a checkout form that has not been sent, so that the same page in another language can show it. */
export const CheckoutDraft = Type.Object({
  step: Type.Union([Type.Literal('billing'), Type.Literal('delivery')]),
  fields: Type.Object(draftFields, {
    additionalProperties: false,
    description: 'Typed text by field name',
  }),
});
export type CheckoutDraft = Type.Static<typeof CheckoutDraft>;

export const Cart = Type.Object({
  shoppingcartId: Type.String({
    description: 'Unguessable id; it grants permission to read and change the cart',
  }),
  cartNumber: Type.Integer({
    minimum: 1,
    description: 'Number of the cart for customer service; it grants no permission',
  }),
  created: Instant,
  lastModified: Instant,
  storeDeviceInfo: Type.Object({
    storeId: Nullable(Type.String({ description: 'Id of the store device on which the cart was created' })),
  }),
  siteId: Id,
  languageId: Id,
  clientIp: Nullable(Type.String({ description: 'Network part only: /24 for IPv4, /48 for IPv6' })),
  billing: Nullable(Billing),
  shipping: Nullable(Shipping),
  alternativeShippingAddress: Nullable(AlternativeShippingAddress),
  newsletterSubscribe: Type.Boolean(),
  payment: Nullable(PaymentSelection),
  mailCampaignId: Nullable(Type.String()),
  products: Type.Array(CartProduct),
  discountCode: Nullable(Type.String()),
  dealerId: Nullable(Id),
  parcelShopId: Nullable(Type.String()),
  parcelShopZipcodeOrCity: Nullable(Type.String()),
  pickupPlace: Type.Optional(
    Type.Object(
      { name: Type.String(), address: Address },
      {
        description:
          'Parcel shop or dealer where the order is collected; only in the answer of fetchCart, absent if it is no longer listed',
      },
    ),
  ),
  scanProductsOnly: Type.Boolean({
    description: 'Whether the cart contains only roughage tests, so that there is no delivery step',
  }),
  draft: Type.Optional(CheckoutDraft),
  impersonatedUntil: Nullable(
    Type.String({
      format: 'date-time',
      description: 'End of the access of a staff member; null if the cart is not impersonated',
    }),
  ),
});
export type Cart = Type.Static<typeof Cart>;

/** A delivery option with its cost for this cart. */
export const ShippingMethodOption = Type.Object({
  shippingMethod: Type.Integer({ description: '0 shipping, 1 parcel service' }),
  price: Type.Integer({ description: 'Euro cents incl. VAT' }),
  priceExVat: Cents,
});

/** A difference that arose when the cart was moved to another site. */
export const CartDifference = Type.Object({
  kind: Type.Union([Type.Literal('price'), Type.Literal('dropped'), Type.Literal('code')], {
    description:
      '`price`: the price of one piece differs; `dropped`: the product is not sold there; `code`: the discount code is not valid there',
  }),
  productVariantId: Nullable(Id),
  description: Type.String({ description: 'Product name, or the code' }),
  formerAmount: Nullable(Type.Integer({ description: 'Former price of one piece, in euro cents incl. VAT' })),
  currentAmount: Nullable(
    Type.Integer({ description: 'Current price of one piece, in euro cents incl. VAT' }),
  ),
});
export type CartDifference = Type.Static<typeof CartDifference>;

const CartId = Type.Object({ id: Type.String({ minLength: 1, maxLength: 128 }) });
const CartLineId = Type.Object({ id: CartId.properties.id, productVariantId: Id });

/** Additional problem codes of calls that change a cart: an address that the site does not deliver to. */
const deliveryRefusals = ['country_not_delivered', 'dutch_addresses_on_dutch_site_only'] as const;

export const cartCalls = {
  createCart: {
    summary: 'Creates an empty cart; its id is in the answer and in the cookie',
    needs: 'open',
    isIdempotent: false,
    query: Type.Object({
      mailCampaignId: Type.Optional(MailCampaignId),
      storeId: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9._-]{1,64}$' })),
    }),
    answer: Cart,
    refusals: ['not_found', 'too_many_attempts'],
  },
  fetchCart: {
    summary: 'Returns a cart',
    needs: 'cart',
    isIdempotent: true,
    params: CartId,
    answer: Cart,
    refusals: [],
  },
  impersonateCart: {
    summary:
      'Opens a cart for a staff member under another id, which is valid for 60 minutes; the key can be used once',
    needs: 'open',
    isIdempotent: false,
    query: Type.Object({ key: Type.String({ minLength: 1, maxLength: 200 }) }),
    answer: Cart,
    refusals: ['not_found', 'token_invalid', 'too_many_attempts'],
  },
  addCartProduct: {
    summary: 'Adds pieces of a variant to the cart',
    needs: 'cart',
    isIdempotent: false,
    key: 'optional',
    params: CartId,
    query: Type.Object({ productVariantId: Id, quantity: Quantity }),
    answer: null,
    refusals: ['too_many_lines', 'insufficient_stock'],
  },
  alterCartProduct: {
    summary: 'Sets the quantity of a variant in the cart',
    needs: 'cart',
    isIdempotent: true,
    params: CartLineId,
    query: Type.Object({ quantity: Quantity }),
    answer: null,
    refusals: ['insufficient_stock'],
  },
  removeCartProduct: {
    summary: 'Removes a variant from the cart; succeeds if it is not in the cart',
    needs: 'cart',
    isIdempotent: true,
    params: CartLineId,
    answer: null,
    refusals: [],
  },
  removeRqsSample: {
    summary: 'Removes one sample, and with it one piece of its test, from the cart',
    needs: 'cart',
    isIdempotent: true,
    params: Type.Object({
      ...CartLineId.properties,
      sequence: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    }),
    answer: null,
    refusals: [],
  },
  nameRqsSample: {
    summary: 'Names a sample; the same name for a nutrition and a hygiene test means the same batch',
    needs: 'cart',
    isIdempotent: true,
    params: CartId,
    query: Type.Object({
      productVariantId: Id,
      sequence: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
      samplename: Type.String({ maxLength: 2000, description: '1 to 60 characters' }),
    }),
    answer: null,
    refusals: ['sample_name_taken'],
  },
  setDiscountCode: {
    summary: 'Applies a discount code in place of the previous one',
    needs: 'cart',
    isIdempotent: true,
    params: CartId,
    query: Type.Object({ code: Type.String({ minLength: 1, maxLength: 100 }) }),
    answer: null,
    refusals: [
      'discount_code_unknown',
      'discount_code_minimum',
      'discount_code_used_up',
      'too_many_attempts',
    ],
  },
  removeDiscountCode: {
    summary: 'Removes the discount code',
    needs: 'cart',
    isIdempotent: true,
    params: CartId,
    answer: null,
    refusals: [],
  },
  fetchCartRecommendations: {
    summary: 'Lists products that match the cart and are not in it, best first; at most four',
    needs: 'cart',
    isIdempotent: true,
    params: CartId,
    answer: Type.Array(ProductSummary),
    refusals: [],
  },
  setBilling: {
    summary: 'Sets the billing details',
    needs: 'cart',
    isIdempotent: true,
    params: CartId,
    body: Type.Object({ ...Billing.properties, ...AddressConfirmation }),
    answer: null,
    refusals: deliveryRefusals,
  },
  setShipping: {
    summary: 'Sets the recipient and the delivery option; replaces a selected dealer or parcel shop',
    needs: 'cart',
    isIdempotent: true,
    params: CartId,
    body: Type.Object({ ...Shipping.properties, ...AddressConfirmation }),
    answer: null,
    refusals: deliveryRefusals,
  },
  setAlternativeShipping: {
    summary: 'Sets a delivery address that differs from the billing address; the empty string removes it',
    needs: 'cart',
    isIdempotent: true,
    params: CartId,
    query: Type.Object({
      alternativeShippingAddress: Type.String({
        maxLength: 20_000,
        description: 'JSON {firstName, lastName, address}',
      }),
      ...AddressConfirmation,
    }),
    answer: null,
    refusals: deliveryRefusals,
  },
  setPayment: {
    summary: 'Sets the payment method',
    needs: 'cart',
    isIdempotent: true,
    params: CartId,
    body: Type.Object({
      paymentMethodId: Id,
      issuer: Type.Optional(Nullable(Type.String({ maxLength: 64 }))),
      giftCardNumber: Type.Optional(
        Nullable(
          Type.String({
            ...giftCardNumber,
            description:
              '16 digits, spaces and hyphens allowed; if omitted, the cart retains its card; null removes it',
          }),
        ),
      ),
      giftCardPin: Type.Optional(Nullable(Type.String(giftCardPin))),
    }),
    answer: null,
    refusals: ['gift_card_refused', 'too_many_attempts'],
  },
  setGiftCard: {
    summary: 'Sets the gift card that pays the order or a part of it, in place of the previous one',
    needs: 'cart',
    isIdempotent: true,
    params: CartId,
    body: Type.Object({
      giftCardNumber: Type.String({
        ...giftCardNumber,
        description: '16 digits, spaces and hyphens allowed',
      }),
      giftCardPin: Type.String(giftCardPin),
    }),
    answer: null,
    refusals: ['gift_card_refused', 'too_many_attempts'],
  },
  removeGiftCard: {
    summary: 'Removes the gift card from the cart; its balance is unchanged',
    needs: 'cart',
    isIdempotent: true,
    params: CartId,
    answer: null,
    refusals: [],
  },
  setDraft: {
    summary:
      'Stores unsent input of a checkout form in the cart, until the step is sent or another draft is stored',
    needs: 'cart',
    isIdempotent: true,
    params: CartId,
    body: CheckoutDraft,
    answer: null,
    refusals: [],
  },
  setNewsletter: {
    summary: 'Sets whether the visitor wants the newsletter',
    needs: 'cart',
    isIdempotent: true,
    params: CartId,
    query: Type.Object({ subscribe: Type.Boolean() }),
    answer: null,
    refusals: [],
  },
  setCartPassword: {
    summary:
      'Sets a password, with which an account is created when the order is placed. The empty string removes it. Only its hash is stored in the cart.',
    needs: 'cart',
    botCheck: true,
    hashesPassword: true,
    isIdempotent: true,
    params: CartId,
    query: Type.Object({
      password: Type.String({ maxLength: 2000 }),
      confirmUrl: Type.String({
        minLength: 1,
        maxLength: 2000,
        description: 'Target of the activation link: a URL on a host of the site, or a path',
      }),
    }),
    answer: null,
    refusals: ['too_many_attempts'],
  },
  setDealer: {
    summary: 'Selects collection at a dealer in place of another delivery option',
    needs: 'cart',
    isIdempotent: true,
    params: CartId,
    query: Type.Object({ dealerId: Id }),
    answer: null,
    refusals: ['dealer_without_pickup', ...deliveryRefusals],
  },
  setParcelShop: {
    summary: 'Selects collection at a parcel shop in place of another delivery option',
    needs: 'cart',
    isIdempotent: true,
    params: CartId,
    query: Type.Object({
      parcelShopId: Type.String({ minLength: 1, maxLength: 64 }),
      parcelShopZipcodeOrCity: Type.String({ minLength: 1, maxLength: 80 }),
    }),
    answer: null,
    refusals: ['parcel_too_heavy', ...deliveryRefusals],
  },
  fetchShippingMethods: {
    summary: 'Lists the delivery options with their cost for this cart; empty if nothing is sent as a parcel',
    needs: 'cart',
    isIdempotent: true,
    params: CartId,
    answer: Type.Array(ShippingMethodOption),
    refusals: [],
  },
  handOverCart: {
    summary:
      'Creates a URL at another site or language that takes over the cart once: within five minutes, or within one minute on the same site',
    needs: 'cart',
    isIdempotent: false,
    params: CartId,
    body: Type.Object({ siteId: Id, languageId: Id }),
    answer: Type.Object({
      url: Type.String({ description: 'Absolute URL; the token is in its fragment' }),
    }),
    refusals: ['too_many_attempts'],
  },
  receiveCart: {
    summary:
      'Takes over a cart. A cart of another site is merged into the existing one at the prices of this site; a cart of another language of this site is opened.',
    needs: 'open',
    isIdempotent: false,
    body: Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }),
    answer: Type.Object({ cart: Cart, differences: Type.Array(CartDifference) }),
    refusals: ['token_invalid', 'token_expired', 'not_found', 'too_many_attempts'],
  },
  ...calculationCalls,
  reportConversion: {
    summary: 'Stores in the cart which mail campaign led the visitor here',
    needs: 'open',
    isIdempotent: false,
    query: Type.Object({ mailCampaignId: MailCampaignId }),
    answer: null,
    refusals: ['not_found', 'too_many_attempts'],
  },
} as const satisfies ContractsOf<typeof cartPaths>;
