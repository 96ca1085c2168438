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

/** A free product that a promotion adds to a line. */
export const FreeProduct = Type.Object({
  productId: Id,
  productVariantId: Id,
  description: Type.String({ description: 'Product name without the brand' }),
  productLabel: Type.String({ description: "Pack, for example 'Bag 15 kg'" }),
  promotionText: Type.String(),
  quantity: Type.Integer({ minimum: 1 }),
  originalAmount: Type.Integer({ description: 'Regular price of all pieces, in euro cents incl. VAT' }),
  product: ProductSummary,
});
export type FreeProduct = Type.Static<typeof FreeProduct>;

/** Name of one sample of a roughage test. */
const LineSample = Type.Object({
  sequence: Type.Integer({ minimum: 1 }),
  sampleName: Nullable(Type.String()),
});

/** A cart line with current prices. Amounts are euro cents incl. VAT. */
export const CalculatedLine = Type.Object({
  productId: Id,
  productVariantId: Id,
  productType: ProductType,
  quantity: Type.Integer({ minimum: 1 }),
  description: Type.String({ description: 'Product name without the brand' }),
  productLabel: Type.String({ description: "Pack, for example 'Bag 15 kg'" }),
  originalAmount: Type.Integer({ description: 'Price × quantity' }),
  totalAmount: Type.Integer({ description: 'Amount after the discounts on this product' }),
  vatRatePercentage: Type.Number(),
  vatAmount: Type.Integer({
    description: 'VAT in the amount paid for the line, after discounts on the order',
  }),
  vatType: VatType,
  productDiscounts: Type.Array(Discount),
  freeProducts: Type.Array(FreeProduct),
  rqsSamples: Type.Array(LineSample),
  product: Type.Intersect([
    ProductSummary,
    Type.Unknown({ description: 'Product as in lists: picture, URL, price of one piece, stock' }),
  ]),
  availableAmount: Nullable(
    Type.Integer({
      minimum: 0,
      description: 'Available pieces, if there are fewer than the quantity; otherwise null',
    }),
  ),
});
export type CalculatedLine = Type.Static<typeof CalculatedLine>;

/** State of the discount code in the cart, with the reason if it is not applied. */
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
          'Reason in the order of the values: the code has ended or belongs to another site; the goods are below its minimum; it has been used up; the cart contains none of its products; its gift is sold out; delivery is free without it',
      },
    ),
  ),
  minimumAmount: Nullable(
    Type.Integer({ description: 'Minimum value of the goods, in euro cents incl. VAT' }),
  ),
});
export type DiscountCodeState = Type.Static<typeof DiscountCodeState>;

/** Current price of a cart. Amounts are euro cents incl. VAT unless their name says otherwise. */
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
    description: 'Part of the total that the gift card of the cart pays; the rest remains to be paid',
  }),
  giftCard: Nullable(
    Type.Object(
      {
        lastFour: Type.String({ description: 'Last four digits of the card number' }),
        balance: Type.Integer({
          minimum: 0,
          description: 'Balance of the card before this order, in euro cents',
        }),
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
  itemCount: Type.Integer({
    minimum: 0,
    description: 'Number of pieces including gifts, without roughage tests',
  }),
  testCount: Type.Integer({ minimum: 0, description: 'Number of roughage tests' }),
  scanProductsOnly: Type.Boolean(),
  needsDelivery: Type.Boolean({ description: 'Whether any product is sent as a parcel' }),
  heaviestParcelGrams: Type.Integer({
    minimum: 0,
    description: 'Weight of the heaviest piece that is sent as a parcel, including its packaging',
  }),
  freeShippingMissingAmount: Nullable(
    Type.Integer({
      minimum: 0,
      description:
        'Amount missing for free delivery; 0 if it is free; null if nothing is sent or delivery is never free',
    }),
  ),
  deliveryTimeDays: Nullable(
    Type.String({ description: "Working days until everything is delivered, for example '1-2'" }),
  ),
  unavailableProducts: Type.Array(
    Type.Object({ productVariantId: Id, description: Type.String(), quantity: Type.Integer({ minimum: 1 }) }),
    {
      description:
        'Products in the cart that are no longer sold on this site; they are excluded from all sums and not ordered',
    },
  ),
});
export type CalculatedCart = Type.Static<typeof CalculatedCart>;

/** The calculated cart with VAT amounts per rate. */
export const CalculatedCart2 = Type.Object({
  ...CalculatedCart.properties,
  vatAmounts: Type.Array(
    Type.Object({
      vatType: VatType,
      vatRatePercentage: Type.Number(),
      amountExclVat: Cents,
      vatAmount: Cents,
    }),
    { description: 'One entry per rate, highest rate first' },
  ),
});
export type CalculatedCart2 = Type.Static<typeof CalculatedCart2>;

/** Products whose price is calculated without a cart. */
export const ProductsToCalculate = Type.Object({
  products: Type.Array(
    Type.Object({ productVariantId: Id, count: Type.Integer({ minimum: 1, maximum: 999 }) }),
    { maxItems: 100, description: 'Each variant at most once' },
  ),
  discountCode: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 100 }))),
  shippingMethod: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 1 }))),
});
export type ProductsToCalculate = Type.Static<typeof ProductsToCalculate>;

const CartId = Type.Object({ id: Type.String({ minLength: 1, maxLength: 128 }) });
const cartCallContract = {
  needs: 'cart',
  isIdempotent: true,
  followsPreview: true,
  params: CartId,
  refusals: [],
} as const;
const productsCallContract = {
  needs: 'open',
  isIdempotent: true,
  followsPreview: true,
  body: ProductsToCalculate,
  refusals: ['not_found', 'too_many_attempts'],
} as const;

export const calculationCalls = {
  calculateCart: { summary: 'Calculates the price of a cart', ...cartCallContract, answer: CalculatedCart },
  calculateCart2: {
    summary: 'Calculates the price of a cart with VAT amounts per rate',
    ...cartCallContract,
    answer: CalculatedCart2,
  },
  calculateProducts: {
    summary: 'Calculates the price of products without a cart',
    ...productsCallContract,
    answer: CalculatedCart,
  },
  calculateProducts2: {
    summary: 'Calculates the price of products without a cart, with VAT amounts per rate',
    ...productsCallContract,
    answer: CalculatedCart2,
  },
} as const;
