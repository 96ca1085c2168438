import Type from 'typebox';
import { orderStatuses, paymentStatuses } from '../rules/orders/order-status.ts';
import { withdrawalStates } from '../rules/withdrawal.ts';
import { Address } from './addresses.ts';
import type { ContractsOf } from './call-contract.ts';
import { Discount } from './cart-calculations.ts';
import { Cart, CartDifference } from './carts.ts';
import type { orderPaths } from './paths/orders.ts';
import { Billing } from './people.ts';
import { Cents, Id, Nullable } from './primitives.ts';
import { ProductSummary, ProductType, VatType } from './products.ts';

const Instant = Type.String({ format: 'date-time' });

const OrderStatusName = Type.Enum([...orderStatuses], { description: 'Status names of the specification' });

/** A payment method of the site with its cost for this cart. */
export const PaymentMethodOption = Type.Object({
  paymentMethodId: Id,
  key: Type.String(),
  name: Type.String(),
  cost: Type.Integer({ description: 'Euro cents incl. VAT' }),
  needsGiftCard: Type.Boolean(),
  issuers: Type.Array(Type.Object({ issuer: Type.String(), name: Type.String() }), {
    description: 'Banks to choose from; empty if no choice is needed',
  }),
});
export type PaymentMethodOption = Type.Static<typeof PaymentMethodOption>;

/** A product of the order, as it was when the order was placed. Amounts are euro cents incl. VAT. */
export const OrderLine = Type.Object({
  productId: Id,
  productVariantId: Id,
  productType: ProductType,
  quantity: Type.Integer({ minimum: 1 }),
  description: Type.String({ description: 'Product name without the brand' }),
  productLabel: Type.String({ description: "Pack, for example 'Bag 15 kg'" }),
  originalAmount: Cents,
  totalAmount: Type.Integer({ description: 'Amount after the discounts on this product' }),
  vatRatePercentage: Type.Number(),
  vatAmount: Cents,
  vatType: VatType,
  productDiscounts: Type.Array(Discount),
  isGift: Type.Boolean({ description: 'Whether the line is a free gift of a promotion' }),
  rqsSamples: Type.Array(Type.Object({ sequence: Type.Integer({ minimum: 1 }), sampleName: Type.String() })),
  product: Nullable(
    Type.Intersect([
      ProductSummary,
      Type.Unknown({ description: 'Current product as in lists; null if the site no longer sells it' }),
    ]),
  ),
});
export type OrderLine = Type.Static<typeof OrderLine>;

/** Delivery of an order. */
export const OrderDelivery = Type.Object({
  kind: Type.Enum(['none', 'letter', 'home', 'address', 'parcelShop', 'dealer'], {
    description:
      '`none`: digital goods only; `letter`: test kits by post to the billing address; `home`: to the billing address; `address`: to another address; `parcelShop`: to a parcel shop; `dealer`: to a dealer',
  }),
  name: Nullable(Type.String({ description: 'Name of the recipient, parcel shop or dealer' })),
  address: Nullable(Address),
  deliveryTimeDays: Nullable(Type.String({ description: "Working days, for example '1-2'" })),
});
export type OrderDelivery = Type.Static<typeof OrderDelivery>;

/** An order, for callers with its token. */
export const Order = Type.Object({
  orderId: Type.String(),
  orderNumber: Type.String({ description: "For example '2026-000001'" }),
  status: OrderStatusName,
  statusChanges: Type.Array(Type.Object({ status: OrderStatusName, at: Instant }), {
    description: 'All statuses of the order, oldest first',
  }),
  created: Instant,
  billing: Billing,
  delivery: OrderDelivery,
  lines: Type.Array(OrderLine),
  subTotalAmount: Cents,
  orderDiscounts: Type.Array(Discount),
  originalShippingCosts: Cents,
  shippingDiscounts: Type.Array(Discount),
  shippingCosts: Cents,
  shippingCostsExclVat: Cents,
  paymentCosts: Cents,
  totalAmount: Cents,
  totalAmountExclVat: Cents,
  vatAmounts: Type.Array(
    Type.Object({
      vatType: VatType,
      vatRatePercentage: Type.Number(),
      amountExclVat: Cents,
      vatAmount: Cents,
    }),
  ),
  discountCode: Nullable(Type.String()),
  giftCardAmount: Type.Integer({
    minimum: 0,
    description: 'Part of the total that was paid with a gift card',
  }),
  giftCardNumber: Nullable(Type.String({ description: 'Last four digits of the gift card number' })),
  payment: Type.Object({
    status: Type.Enum(['none', ...paymentStatuses, 'partially_refunded', 'refunded'], {
      description:
        'Status of the latest payment. `none`: nothing has to be paid, or no payment was started; `authorized`: it is captured when the goods are sent; `partially_refunded`, `refunded`: a part or all was refunded to the payment method or the gift card.',
    }),
    paymentMethodId: Nullable(Id),
    methodKey: Nullable(Type.String()),
    methodName: Nullable(Type.String()),
    issuer: Nullable(Type.String()),
    amount: Type.Integer({ minimum: 0, description: 'Amount to pay in addition to the gift card' }),
    refundedAmount: Type.Integer({
      minimum: 0,
      description: 'Amount refunded to the payment method and the gift card, in euro cents',
    }),
    dueAt: Nullable(
      Type.String({
        format: 'date-time',
        description: 'Time at which the order is cancelled if it is not paid',
      }),
    ),
    transfer: Nullable(
      Type.Object(
        {
          accountHolder: Type.String(),
          iban: Nullable(Type.String()),
          entity: Nullable(Type.String({ description: 'Multibanco entity' })),
          reference: Type.String(),
        },
        { description: 'Details for a bank transfer' },
      ),
    ),
  }),
  isPayable: Type.Boolean({ description: 'Whether another payment can be started' }),
  paymentMethods: Type.Array(PaymentMethodOption, {
    description: 'Alternative payment methods, without gift cards; empty if the order is not payable',
  }),
  isCancellable: Type.Boolean(),
  isWithdrawable: Type.Boolean({ description: 'Whether the customer can withdraw from the contract now' }),
  withdrawalUntil: Nullable(
    Type.String({
      format: 'date-time',
      description: 'End of the withdrawal period; null before the goods have been received',
    }),
  ),
  withdrawals: Type.Array(Type.Object({ received: Instant, state: Type.Enum([...withdrawalStates]) }), {
    description: 'Withdrawals from this order, latest first',
  }),
  scanProductsOnly: Type.Boolean(),
  invoiceNumber: Nullable(Type.String()),
  trackingUrl: Nullable(Type.String()),
});
export type Order = Type.Static<typeof Order>;

/** An invoice or a credit note, as it was sent. */
export const InvoiceSummary = Type.Object({
  invoiceId: Id,
  number: Type.String({ description: "'2026-V-000001', '2026-C-000001'" }),
  kind: Type.Enum(['invoice', 'credit-note']),
  created: Instant,
  orderId: Type.String(),
  orderNumber: Type.String(),
  totalAmount: Type.Integer({
    minimum: 0,
    description: 'Euro cents incl. VAT; for a credit note, the amount credited',
  }),
  path: Type.String({ description: 'Path of the PDF: `/api/invoices/{invoiceId}`' }),
});
export type InvoiceSummary = Type.Static<typeof InvoiceSummary>;

/** An order of an account, with its documents. */
export const AccountOrder = Type.Intersect([Order, Type.Object({ invoices: Type.Array(InvoiceSummary) })]);
export type AccountOrder = Type.Static<typeof AccountOrder>;

/** Order as shown in lists. */
export const OrderSummary = Type.Object({
  orderId: Type.String(),
  orderNumber: Type.String(),
  created: Instant,
  status: OrderStatusName,
  statusChanges: Type.Array(Type.Object({ status: OrderStatusName, at: Instant })),
  totalAmount: Cents,
  delivery: OrderDelivery,
  trackingUrl: Nullable(Type.String()),
  isCancellable: Type.Boolean(),
  isPayable: Type.Boolean(),
  lines: Type.Array(
    Type.Object({
      productVariantId: Id,
      quantity: Type.Integer({ minimum: 1 }),
      description: Type.String(),
      productLabel: Type.String(),
      isGift: Type.Boolean(),
      product: Nullable(ProductSummary),
    }),
    { description: 'The first four products' },
  ),
  lineCount: Type.Integer({ minimum: 1 }),
});
export type OrderSummary = Type.Static<typeof OrderSummary>;

export const OrderPage = Type.Object({
  items: Type.Array(OrderSummary),
  total: Type.Integer({ minimum: 0 }),
  page: Type.Integer({ minimum: 1 }),
  pageSize: Type.Integer({ minimum: 1 }),
});
export type OrderPage = Type.Static<typeof OrderPage>;

/** The last order of a browser, identified by its cookie. */
export const LastOrder = Type.Object({
  orderId: Type.String(),
  orderNumber: Type.String(),
  status: OrderStatusName,
  isPayable: Type.Boolean({ description: 'Whether the order can be paid' }),
  token: Type.String({ description: 'Token that grants permission to read the order' }),
  amount: Type.Integer({
    minimum: 0,
    description: 'Amount to pay in addition to a gift card, in euro cents',
  }),
});
export type LastOrder = Type.Static<typeof LastOrder>;

const CartId = Type.Object({ id: Type.String({ minLength: 1, maxLength: 128 }) });
const OrderId = Type.Object({ orderId: Type.String({ format: 'uuid' }) });
/** Token that grants permission to read the order and to act for its customer. */
const Token = Type.String({ minLength: 1, maxLength: 200 });
/** Token of the order; may be omitted by its owner, who is signed in. */
const OptionalOrderToken = Type.Optional(Token);

export const orderCalls = {
  fetchPaymentMethods: {
    summary: 'Lists the payment methods of the site with their cost for this cart',
    needs: 'cart',
    isIdempotent: true,
    params: CartId,
    answer: Type.Array(PaymentMethodOption),
    refusals: [],
  },
  completeCart: {
    summary:
      'Places the order: converts the cart, reserves stock, redeems discount code and gift card, and starts the payment at the provider',
    needs: 'cart',
    acceptsOrderedCart: true,
    isRefusedInPreview: true,
    isIdempotent: false,
    key: 'required',
    params: CartId,
    body: Type.Object({
      expectedTotalAmount: Type.Integer({
        minimum: 0,
        maximum: 1_000_000_000,
        description:
          'Total that the customer has seen, in euro cents; the order is refused if it has changed',
      }),
      expectedGiftCardAmount: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 1_000_000_000,
          description:
            'Gift card amount that the customer has seen, in euro cents; the order is refused if the card now pays less',
        }),
      ),
      acceptsTerms: Type.Literal(true),
    }),
    answer: Type.Object({
      orderId: Type.String(),
      orderNumber: Type.String(),
      status: OrderStatusName,
      paymentUrl: Nullable(
        Type.String({
          description:
            'Page on which the customer pays; null if nothing has to be paid there, or if the payment could not be started yet',
        }),
      ),
      token: Type.String({ description: 'Token that grants permission to read the order' }),
    }),
    refusals: [
      'checkout_not_ready',
      'samples_unnamed',
      'total_changed',
      'amount_to_pay_changed',
      'insufficient_stock',
      'gift_card_refused',
      'country_not_delivered',
      'dutch_addresses_on_dutch_site_only',
      'parcel_too_heavy',
      'dealer_without_pickup',
      'order_in_progress',
      'too_many_attempts',
    ],
  },
  fetchOrderStatus: {
    summary: 'Returns an order and its status',
    needs: 'open',
    isIdempotent: true,
    params: OrderId,
    query: Type.Object({ token: Token }),
    answer: Order,
    refusals: ['not_found', 'too_many_attempts'],
  },
  fetchOrders: {
    summary: 'Lists the orders of the account, latest first',
    needs: 'session',
    isIdempotent: true,
    query: Type.Object({
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
    }),
    answer: OrderPage,
    refusals: [],
  },
  fetchLastOrder: {
    summary: 'Returns the last order of this browser until it has to be paid',
    needs: 'open',
    isIdempotent: true,
    answer: Type.Object({ order: Nullable(LastOrder) }),
    refusals: ['too_many_attempts'],
  },
  fetchOrder: {
    summary: 'Returns an order of the account and its status',
    needs: 'session',
    isIdempotent: true,
    params: OrderId,
    answer: AccountOrder,
    refusals: ['not_found'],
  },
  fetchInvoices: {
    summary: 'Lists the invoices and credit notes of the account, latest first',
    needs: 'session',
    isIdempotent: true,
    answer: Type.Array(InvoiceSummary),
    refusals: [],
  },
  startOrderPayment: {
    summary: 'Starts another payment of an order, with the same or another method',
    needs: 'open',
    isIdempotent: false,
    params: OrderId,
    body: Type.Object({
      token: OptionalOrderToken,
      paymentMethodId: Type.Optional(Nullable(Id)),
      issuer: Type.Optional(Nullable(Type.String({ maxLength: 64 }))),
    }),
    answer: Type.Object({
      paymentUrl: Nullable(Type.String({ description: 'Null if the order has been paid in the meantime' })),
    }),
    refusals: ['not_found', 'order_not_payable', 'payment_unavailable', 'too_many_attempts'],
  },
  cancelOrder: {
    summary: 'Cancels an order and returns its stock, gift card amount, discount code and payment',
    needs: 'open',
    isIdempotent: true,
    params: OrderId,
    body: Type.Object({ token: OptionalOrderToken }),
    answer: null,
    refusals: ['not_found', 'order_not_cancellable', 'too_many_attempts'],
  },
  reorder: {
    summary:
      'Adds the products of an order to the cart at current prices; products already in the cart remain',
    needs: 'open',
    isIdempotent: false,
    params: OrderId,
    body: Type.Object({ token: OptionalOrderToken }),
    answer: Type.Object({ cart: Cart, differences: Type.Array(CartDifference) }),
    refusals: ['not_found', 'too_many_attempts'],
  },
} as const satisfies ContractsOf<typeof orderPaths>;
