import Type from 'typebox';
import { Cents, Id, Nullable } from './primitives.ts';
import { ProductSummary, ProductType, VatType } from './products.ts';

/** A discount, in euro cents above 0. */
export const Discount = Type.Object({
  description: Type.String(),
  promotionKey: Type.String(),
  amount: Cents,
});
export type Discount = Type.Static<typeof Discount>;

/** What a promotion gives along with a line, for nothing. */
export const FreeProduct = Type.Object({
  productId: Id,
  productVariantId: Id,
  description: Type.String({ description: 'Name without the brand' }),
  productLabel: Type.String({ description: "Pack, for example 'Bag 15 kg'" }),
  promotionText: Type.String(),
  quantity: Type.Integer({ minimum: 1 }),
  originalAmount: Type.Integer({ description: 'Euro cents incl. VAT of all pieces, if they were bought' }),
  product: ProductSummary,
});
export type FreeProduct = Type.Static<typeof FreeProduct>;

/** Name of one piece of a test. */
const LineSample = Type.Object({
  sequence: Type.Integer({ minimum: 1 }),
  sampleName: Nullable(Type.String()),
});

/** A line at the prices of the instant. Amounts are euro cents incl. VAT. */
export const CalculatedLine = Type.Object({
  productId: Id,
  productVariantId: Id,
  productType: ProductType,
  quantity: Type.Integer({ minimum: 1 }),
  description: Type.String({ description: 'Name without the brand' }),
  productLabel: Type.String({ description: "Pack, for example 'Bag 15 kg'" }),
  originalAmount: Type.Integer({ description: 'Price × quantity' }),
  totalAmount: Type.Integer({ description: 'Less the discounts on this product' }),
  vatRatePercentage: Type.Number(),
  vatAmount: Type.Integer({ description: 'In what is paid for it, discounts on the order taken off' }),
  vatType: VatType,
  productDiscounts: Type.Array(Discount),
  freeProducts: Type.Array(FreeProduct),
  rqsSamples: Type.Array(LineSample),
  product: Type.Intersect([
    ProductSummary,
    Type.Unknown({ description: 'What lists show of it: picture, address, price of one piece, stock' }),
  ]),
  availableAmount: Nullable(
    Type.Integer({
      minimum: 0,
      description: 'Pieces that there are, told where they are fewer than the quantity',
    }),
  ),
});
export type CalculatedLine = Type.Static<typeof CalculatedLine>;

/** Why a code that is in the cart gives nothing now. */
export const DiscountCodeState = Type.Object({
  code: Type.String(),
  isApplied: Type.Boolean(),
  reason: Nullable(
    Type.Union(
      [
        Type.Literal('ended'),
        Type.Literal('minimum'),
        Type.Literal('used_up'),
        Type.Literal('no_products'),
        Type.Literal('no_gift'),
        Type.Literal('already_free'),
      ],
      {
        description:
          'It is over or not of this site; the goods are below its minimum; others have used it up; nothing in the cart is of those it is for; what it gives is sold out; delivery is free without it',
      },
    ),
  ),
  minimumAmount: Nullable(Type.Integer({ description: 'Euro cents incl. VAT that the goods must reach' })),
});
export type DiscountCodeState = Type.Static<typeof DiscountCodeState>;

/** What a cart costs now. Amounts are euro cents incl. VAT unless their name says otherwise. */
export const CalculatedCart = Type.Object({
  products: Type.Array(CalculatedLine),
  shippingDiscounts: Type.Array(Discount),
  originalShippingCosts: Cents,
  orderDiscounts: Type.Array(Discount),
  shippingCosts: Cents,
  paymentCosts: Cents,
  totalAmount: Cents,
  giftCardAmount: Type.Integer({
    minimum: 0,
    description: 'What the gift card of the cart pays of the total now; the rest is left to pay',
  }),
  giftCard: Nullable(
    Type.Object(
      {
        lastFour: Type.String({ description: 'Last four digits of its number' }),
        balance: Type.Integer({ minimum: 0, description: 'Euro cents on the card before this order' }),
      },
      { description: 'The gift card of the cart' },
    ),
  ),
  vatAmountLow: Cents,
  vatAmountHigh: Cents,
  subTotalAmount: Type.Integer({ description: 'Sum of the lines' }),
  totalAmountExclVat: Cents,
  shippingCostsExclVat: Cents,
  discountCode: Nullable(DiscountCodeState),
  itemCount: Type.Integer({ minimum: 0, description: 'Pieces and gifts, tests left out' }),
  testCount: Type.Integer({ minimum: 0, description: 'Pieces of roughage tests' }),
  scanProductsOnly: Type.Boolean(),
  needsDelivery: Type.Boolean({ description: 'Anything goes as a parcel' }),
  heaviestParcelGrams: Type.Integer({
    minimum: 0,
    description: 'Of one piece that goes as a parcel, its packaging included',
  }),
  freeShippingMissingAmount: Nullable(
    Type.Integer({
      minimum: 0,
      description:
        'What is missing until delivery is free; 0 where it is; null where nothing is sent or it never is',
    }),
  ),
  deliveryTimeDays: Nullable(
    Type.String({ description: "Working days until all of it is there, for example '1-2'" }),
  ),
  unavailableProducts: Type.Array(
    Type.Object({ productVariantId: Id, description: Type.String(), quantity: Type.Integer({ minimum: 1 }) }),
    { description: 'In the cart, but no longer sold on this site: in no sum, and not ordered' },
  ),
});
export type CalculatedCart = Type.Static<typeof CalculatedCart>;

/** The same with the VAT of each rate. */
export const CalculatedCart2 = Type.Object({
  ...CalculatedCart.properties,
  vatAmounts: Type.Array(
    Type.Object({
      vatType: VatType,
      vatRatePercentage: Type.Number(),
      amountExclVat: Cents,
      vatAmount: Cents,
    }),
    { description: 'One for each rate, the highest first' },
  ),
});
export type CalculatedCart2 = Type.Static<typeof CalculatedCart2>;

/** Goods that are in no cart. */
export const ProductsToCalculate = Type.Object({
  products: Type.Array(
    Type.Object({ productVariantId: Id, count: Type.Integer({ minimum: 1, maximum: 999 }) }),
    { maxItems: 100, description: 'Each variant once' },
  ),
  discountCode: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 100 }))),
  shippingMethod: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 1 }))),
});
export type ProductsToCalculate = Type.Static<typeof ProductsToCalculate>;

const CartId = Type.Object({ id: Type.String({ minLength: 1, maxLength: 128 }) });
const ofCart = {
  needs: 'cart',
  isIdempotent: true,
  followsPreview: true,
  params: CartId,
  refusals: [],
} as const;
const ofProducts = {
  needs: 'open',
  isIdempotent: true,
  followsPreview: true,
  body: ProductsToCalculate,
  refusals: ['not_found', 'too_many_attempts'],
} as const;

export const calculationCalls = {
  calculateCart: { summary: 'What a cart costs', ...ofCart, answer: CalculatedCart },
  calculateCart2: {
    summary: 'What a cart costs, with the VAT of each rate',
    ...ofCart,
    answer: CalculatedCart2,
  },
  calculateProducts: { summary: 'What some goods would cost', ...ofProducts, answer: CalculatedCart },
  calculateProducts2: {
    summary: 'What some goods would cost, with the VAT of each rate',
    ...ofProducts,
    answer: CalculatedCart2,
  },
} as const;
