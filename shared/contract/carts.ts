import Type from 'typebox';
import { DRAFT_FIELDS, DRAFT_VALUE_LENGTH, type DraftField } from '../rules/checkout/draft-fields.ts';
import { Address, AddressConfirmation } from './addresses.ts';
import type { ContractsOf } from './call-contract.ts';
import { calculationCalls } from './cart-calculations.ts';
import type { cartPaths } from './paths/carts.ts';
import { AlternativeShippingAddress, Billing, Shipping } from './people.ts';
import { Cents, Id, Nullable } from './primitives.ts';
import { ProductSummary } from './products.ts';

const giftCardNumber = { maxLength: 64 } as const;
const giftCardPin = { maxLength: 16 } as const;

/** Pieces of one line. */
export const Quantity = Type.Integer({ minimum: 1, maximum: 999 });

/** One piece of a roughage test: what is tested is named before the order is placed. */
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
  rqsSamples: Type.Array(QuickscanSample, { description: 'One for each piece of a test; else none' }),
});
export type CartProduct = Type.Static<typeof CartProduct>;

/** How it will be paid. The card's number is told by its last four figures only, its pin never. */
export const PaymentSelection = Type.Object({
  paymentMethodId: Id,
  issuer: Nullable(Type.String()),
  giftCardNumber: Nullable(Type.String()),
  giftCardPin: Type.Null(),
});

const Instant = Type.String({ format: 'date-time' });
const MailCampaignId = Type.String({ pattern: '^[A-Za-z0-9._-]{1,64}$' });

/** What a visitor has put together on one site. */
const DraftText = Type.Optional(Type.String({ maxLength: DRAFT_VALUE_LENGTH }));
const draftFields = Object.fromEntries(DRAFT_FIELDS.map((name) => [name, DraftText])) as Record<
  DraftField,
  typeof DraftText
>;

/** What is typed into a form of the checkout and not sent, for the same page in another language. */
export const CheckoutDraft = Type.Object({
  step: Type.Union([Type.Literal('billing'), Type.Literal('delivery')]),
  fields: Type.Object(draftFields, {
    additionalProperties: false,
    description: 'By name of the field, as it was typed',
  }),
});
export type CheckoutDraft = Type.Static<typeof CheckoutDraft>;

export const Cart = Type.Object({
  shoppingcartId: Type.String({ description: 'Unguessable; whoever has it may see and change the cart' }),
  cartNumber: Type.Integer({
    minimum: 1,
    description: 'By which customer service knows the cart; it gives no right',
  }),
  created: Instant,
  lastModified: Instant,
  storeDeviceInfo: Type.Object({
    storeId: Nullable(Type.String({ description: 'Of the till that the cart was made at' })),
  }),
  siteId: Id,
  languageId: Id,
  clientIp: Nullable(Type.String({ description: 'The network only: /24 of IPv4, /48 of IPv6' })),
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
          'Parcel point or dealer where the order is collected; only in the answer of fetchCart, absent if it is no longer listed',
      },
    ),
  ),
  scanProductsOnly: Type.Boolean({ description: 'Roughage tests and nothing else: no delivery step' }),
  draft: Type.Optional(CheckoutDraft),
  impersonatedUntil: Nullable(
    Type.String({ format: 'date-time', description: 'Where an employee looks at it: when that ends' }),
  ),
});
export type Cart = Type.Static<typeof Cart>;

/** A way of delivery, for what it costs this cart. */
export const ShippingMethodOption = Type.Object({
  shippingMethod: Type.Integer({ description: '0 shipping, 1 parcel service' }),
  price: Type.Integer({ description: 'Euro cents incl. VAT' }),
  priceExVat: Cents,
});

/** What is other than it was, where a cart came to another site. */
export const CartDifference = Type.Object({
  kind: Type.Union([Type.Literal('price'), Type.Literal('dropped'), Type.Literal('code')], {
    description: 'One piece costs another amount; it is not sold there; the code does not count there',
  }),
  productVariantId: Nullable(Id),
  description: Type.String({ description: 'Name of the product, or the code' }),
  formerAmount: Nullable(Type.Integer({ description: 'Of one piece before, euro cents incl. VAT' })),
  currentAmount: Nullable(Type.Integer({ description: 'Of one piece now, euro cents incl. VAT' })),
});
export type CartDifference = Type.Static<typeof CartDifference>;

const CartId = Type.Object({ id: Type.String({ minLength: 1, maxLength: 128 }) });
const CartLineId = Type.Object({ id: CartId.properties.id, productVariantId: Id });

/** What every writing call of a cart may refuse besides: an address that the site does not send to. */
const deliveryRefusals = ['country_not_delivered', 'dutch_addresses_on_dutch_site_only'] as const;

export const cartCalls = {
  createCart: {
    summary: 'A new, empty cart; its id is in the answer and in the cookie',
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
    summary: 'A cart',
    needs: 'cart',
    isIdempotent: true,
    params: CartId,
    answer: Cart,
    refusals: [],
  },
  impersonateCart: {
    summary: 'A cart for an employee, under another id that works for 60 minutes; the key works once',
    needs: 'open',
    isIdempotent: false,
    query: Type.Object({ key: Type.String({ minLength: 1, maxLength: 200 }) }),
    answer: Cart,
    refusals: ['not_found', 'token_invalid', 'too_many_attempts'],
  },
  addCartProduct: {
    summary: 'Adds pieces of a variant to those that are in the cart',
    needs: 'cart',
    isIdempotent: false,
    key: 'optional',
    params: CartId,
    query: Type.Object({ productVariantId: Id, quantity: Quantity }),
    answer: null,
    refusals: ['too_many_lines', 'insufficient_stock'],
  },
  alterCartProduct: {
    summary: 'Sets how many pieces of a variant are in the cart',
    needs: 'cart',
    isIdempotent: true,
    params: CartLineId,
    query: Type.Object({ quantity: Quantity }),
    answer: null,
    refusals: ['insufficient_stock'],
  },
  removeCartProduct: {
    summary: 'Takes a variant out of the cart; one that is not in it is out already',
    needs: 'cart',
    isIdempotent: true,
    params: CartLineId,
    answer: null,
    refusals: [],
  },
  removeRqsSample: {
    summary: 'Takes one sample, and with it one piece of its test, out of the cart',
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
    summary: 'Uses a code; it takes the place of the one before it',
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
    summary: 'Uses no code any more',
    needs: 'cart',
    isIdempotent: true,
    params: CartId,
    answer: null,
    refusals: [],
  },
  fetchCartRecommendations: {
    summary: 'What goes well with what is in the cart and is not in it, best first; four at most',
    needs: 'cart',
    isIdempotent: true,
    params: CartId,
    answer: Type.Array(ProductSummary),
    refusals: [],
  },
  setBilling: {
    summary: 'Who pays',
    needs: 'cart',
    isIdempotent: true,
    params: CartId,
    body: Type.Object({ ...Billing.properties, ...AddressConfirmation }),
    answer: null,
    refusals: deliveryRefusals,
  },
  setShipping: {
    summary: 'How and to whom it is sent; takes the place of a chosen dealer or parcel point',
    needs: 'cart',
    isIdempotent: true,
    params: CartId,
    body: Type.Object({ ...Shipping.properties, ...AddressConfirmation }),
    answer: null,
    refusals: deliveryRefusals,
  },
  setAlternativeShipping: {
    summary: 'Another address than that of the bill; the empty string takes it away',
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
    summary: 'How it will be paid',
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
              '16 digits, spaces and hyphens allowed; left out, the cart keeps the card it has; null removes it',
          }),
        ),
      ),
      giftCardPin: Type.Optional(Nullable(Type.String(giftCardPin))),
    }),
    answer: null,
    refusals: ['gift_card_refused', 'too_many_attempts'],
  },
  setGiftCard: {
    summary: 'Sets the gift card that pays the order, or a part of it, in place of any other',
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
      'Stores what is typed into a form of the checkout; the cart has it until the step is sent or another draft is stored',
    needs: 'cart',
    isIdempotent: true,
    params: CartId,
    body: CheckoutDraft,
    answer: null,
    refusals: [],
  },
  setNewsletter: {
    summary: 'Whether the visitor wants the newsletter',
    needs: 'cart',
    isIdempotent: true,
    params: CartId,
    query: Type.Object({ subscribe: Type.Boolean() }),
    answer: null,
    refusals: [],
  },
  setCartPassword: {
    summary:
      'A password: an account is made when the order is placed. The empty one takes it away. Only a hash of it waits with the cart',
    needs: 'cart',
    botCheck: true,
    takesHash: true,
    isIdempotent: true,
    params: CartId,
    query: Type.Object({
      password: Type.String({ maxLength: 2000 }),
      confirmUrl: Type.String({
        minLength: 1,
        maxLength: 2000,
        description: 'Where the activation link leads: on one of the site’s own hosts, or a path',
      }),
    }),
    answer: null,
    refusals: ['too_many_attempts'],
  },
  setDealer: {
    summary: 'It is fetched at a dealer; takes the place of another way of delivery',
    needs: 'cart',
    isIdempotent: true,
    params: CartId,
    query: Type.Object({ dealerId: Id }),
    answer: null,
    refusals: ['dealer_without_pickup', ...deliveryRefusals],
  },
  setParcelShop: {
    summary: 'It is fetched at a parcel point; takes the place of another way of delivery',
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
    summary: 'The ways of delivery and what each costs this cart; none where nothing goes as a parcel',
    needs: 'cart',
    isIdempotent: true,
    params: CartId,
    answer: Type.Array(ShippingMethodOption),
    refusals: [],
  },
  handOverCart: {
    summary:
      'The address at another site or language that takes the cart over, once: within five minutes, and within one on the same site',
    needs: 'cart',
    isIdempotent: false,
    params: CartId,
    body: Type.Object({ siteId: Id, languageId: Id }),
    answer: Type.Object({
      url: Type.String({ description: 'Absolute; the token is in its fragment' }),
    }),
    refusals: ['too_many_attempts'],
  },
  receiveCart: {
    summary:
      'Takes a cart over from another site, where it joins the one that is there at the prices of this site; from another language of this site the same cart is opened',
    needs: 'open',
    isIdempotent: false,
    body: Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }),
    answer: Type.Object({ cart: Cart, differences: Type.Array(CartDifference) }),
    refusals: ['token_invalid', 'token_expired', 'not_found', 'too_many_attempts'],
  },
  ...calculationCalls,
  reportConversion: {
    summary: 'A mail has led a visitor here; their cart remembers which one',
    needs: 'open',
    isIdempotent: false,
    query: Type.Object({ mailCampaignId: MailCampaignId }),
    answer: null,
    refusals: ['not_found', 'too_many_attempts'],
  },
} as const satisfies ContractsOf<typeof cartPaths>;
