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

const OrderStatusName = Type.Enum([...orderStatuses], { description: 'The words of the specification' });

/** A method of payment of the site, for what it costs this cart. */
export const PaymentMethodOption = Type.Object({
  paymentMethodId: Id,
  key: Type.String(),
  name: Type.String(),
  cost: Type.Integer({ description: 'Euro cents incl. VAT' }),
  needsGiftCard: Type.Boolean(),
  issuers: Type.Array(Type.Object({ issuer: Type.String(), name: Type.String() }), {
    description: 'Banks to choose from; empty where none has to be chosen',
  }),
});
export type PaymentMethodOption = Type.Static<typeof PaymentMethodOption>;

/** What was bought, as it was when the order was placed. Amounts are euro cents incl. VAT. */
export const OrderLine = Type.Object({
  productId: Id,
  productVariantId: Id,
  productType: ProductType,
  quantity: Type.Integer({ minimum: 1 }),
  description: Type.String({ description: 'Name without the brand' }),
  productLabel: Type.String({ description: "Pack, for example 'Bag 15 kg'" }),
  originalAmount: Cents,
  totalAmount: Type.Integer({ description: 'Less the discounts on this product' }),
  vatRatePercentage: Type.Number(),
  vatAmount: Cents,
  vatType: VatType,
  productDiscounts: Type.Array(Discount),
  isGift: Type.Boolean({ description: 'Given along by a promotion, for nothing' }),
  rqsSamples: Type.Array(Type.Object({ sequence: Type.Integer({ minimum: 1 }), sampleName: Type.String() })),
  product: Nullable(
    Type.Intersect([
      ProductSummary,
      Type.Unknown({ description: 'What lists show of it now; null where the site sells it no more' }),
    ]),
  ),
});
export type OrderLine = Type.Static<typeof OrderLine>;

/** Where an order goes. */
export const OrderDelivery = Type.Object({
  kind: Type.Enum(['none', 'letter', 'home', 'address', 'parcelShop', 'dealer'], {
    description:
      'Digital goods only; kits by letter to the billing address; to the billing address; to another address; to a parcel point; to a dealer',
  }),
  name: Nullable(Type.String({ description: 'Who gets it, or the point or dealer' })),
  address: Nullable(Address),
  deliveryTimeDays: Nullable(Type.String({ description: "Working days, for example '1-2'" })),
});
export type OrderDelivery = Type.Static<typeof OrderDelivery>;

/** An order, for whoever has its token. */
export const Order = Type.Object({
  orderId: Type.String(),
  orderNumber: Type.String({ description: "For example '2026-000001'" }),
  status: OrderStatusName,
  statusChanges: Type.Array(Type.Object({ status: OrderStatusName, at: Instant }), {
    description: 'Every state that it has been in, the first one first',
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
  giftCardAmount: Type.Integer({ minimum: 0, description: 'What a gift card pays of the total' }),
  giftCardNumber: Nullable(Type.String({ description: 'Its last four figures' })),
  payment: Type.Object({
    status: Type.Enum(['none', ...paymentStatuses, 'partially_refunded', 'refunded'], {
      description:
        'Of the latest payment: `none` where nothing has to be paid or none was begun; `authorized` is taken when the goods leave; `partially_refunded`, `refunded`: a part or all of what the order was paid went back, to the payment or the gift card',
    }),
    paymentMethodId: Nullable(Id),
    methodKey: Nullable(Type.String()),
    methodName: Nullable(Type.String()),
    issuer: Nullable(Type.String()),
    amount: Type.Integer({ minimum: 0, description: 'What is left to pay beside a gift card' }),
    refundedAmount: Type.Integer({
      minimum: 0,
      description: 'Euro cents that went back to the payment and to the gift card',
    }),
    dueAt: Nullable(
      Type.String({ format: 'date-time', description: 'An order that is not paid by then is cancelled' }),
    ),
    transfer: Nullable(
      Type.Object(
        {
          accountHolder: Type.String(),
          iban: Nullable(Type.String()),
          entity: Nullable(Type.String({ description: 'Multibanco' })),
          reference: Type.String(),
        },
        { description: 'What a transfer must name' },
      ),
    ),
  }),
  isPayable: Type.Boolean({ description: 'Another payment may be begun' }),
  paymentMethods: Type.Array(PaymentMethodOption, {
    description: 'How it may be paid otherwise, without gift cards; empty where nothing is payable',
  }),
  isCancellable: Type.Boolean(),
  isWithdrawable: Type.Boolean({ description: 'The customer can withdraw from the contract now' }),
  withdrawalUntil: Nullable(
    Type.String({
      format: 'date-time',
      description: 'First moment after the withdrawal period; null before the goods have been received',
    }),
  ),
  withdrawals: Type.Array(Type.Object({ received: Instant, state: Type.Enum([...withdrawalStates]) }), {
    description: 'Withdrawals from this order, the latest first',
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
    description: 'Euro cents incl. VAT; what a credit note gives back',
  }),
  path: Type.String({ description: 'Where its PDF can be loaded: `/api/invoices/{invoiceId}`' }),
});
export type InvoiceSummary = Type.Static<typeof InvoiceSummary>;

/** An order of an account, with its documents. */
export const OwnOrder = Type.Intersect([Order, Type.Object({ invoices: Type.Array(InvoiceSummary) })]);
export type OwnOrder = Type.Static<typeof OwnOrder>;

/** An order as lists show it. */
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
    { description: 'The first four' },
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

/** The order that a browser has placed last, known by its cookie. */
export const LastOrder = Type.Object({
  orderId: Type.String(),
  orderNumber: Type.String(),
  status: OrderStatusName,
  isPayable: Type.Boolean({ description: 'It waits for its payment' }),
  token: Type.String({ description: 'With it the order can be seen' }),
  amount: Type.Integer({ minimum: 0, description: 'Euro cents that are left to pay beside a gift card' }),
});
export type LastOrder = Type.Static<typeof LastOrder>;

const CartId = Type.Object({ id: Type.String({ minLength: 1, maxLength: 128 }) });
const OrderId = Type.Object({ orderId: Type.String({ format: 'uuid' }) });
/** Whoever has it may see the order and act for its customer. */
const Token = Type.String({ minLength: 1, maxLength: 200 });
/** Left out by its owner, who is signed in. */
const TokenOfOthers = Type.Optional(Token);

export const orderCalls = {
  fetchPaymentMethods: {
    summary: 'The ways of paying that the site has, and what each costs this cart',
    needs: 'cart',
    isIdempotent: true,
    params: CartId,
    answer: Type.Array(PaymentMethodOption),
    refusals: [],
  },
  completeCart: {
    summary:
      'Places the order: the cart is consumed, stock, code and gift card are taken, and what has to be paid is begun at the provider',
    needs: 'cart',
    takesOrderedCart: true,
    isRefusedInPreview: true,
    isIdempotent: false,
    key: 'required',
    params: CartId,
    body: Type.Object({
      expectedTotalAmount: Type.Integer({
        minimum: 0,
        maximum: 1_000_000_000,
        description: 'Euro cents that the customer has seen; another total is refused',
      }),
      expectedGiftCardAmount: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 1_000_000_000,
          description:
            'Euro cents that the gift card pays, as the customer has seen; if it pays less now, the order is refused',
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
            'Where the customer pays; null where nothing is left to pay there, or it could not be begun yet',
        }),
      ),
      token: Type.String({ description: 'With it the order can be seen' }),
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
    summary: 'An order and how it stands',
    needs: 'open',
    isIdempotent: true,
    params: OrderId,
    query: Type.Object({ token: Token }),
    answer: Order,
    refusals: ['not_found', 'too_many_attempts'],
  },
  fetchOrders: {
    summary: 'The orders of the account, the latest first',
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
    summary: 'The order that this browser has placed last, until it has to be paid',
    needs: 'open',
    isIdempotent: true,
    answer: Type.Object({ order: Nullable(LastOrder) }),
    refusals: ['too_many_attempts'],
  },
  fetchOrder: {
    summary: 'An order of the account and how it stands',
    needs: 'session',
    isIdempotent: true,
    params: OrderId,
    answer: OwnOrder,
    refusals: ['not_found'],
  },
  fetchInvoices: {
    summary: 'Invoices and credit notes of the account, the latest first',
    needs: 'session',
    isIdempotent: true,
    answer: Type.Array(InvoiceSummary),
    refusals: [],
  },
  startOrderPayment: {
    summary: 'Another try to pay an order, by the same or another method',
    needs: 'open',
    isIdempotent: false,
    params: OrderId,
    body: Type.Object({
      token: TokenOfOthers,
      paymentMethodId: Type.Optional(Nullable(Id)),
      issuer: Type.Optional(Nullable(Type.String({ maxLength: 64 }))),
    }),
    answer: Type.Object({
      paymentUrl: Nullable(Type.String({ description: 'Null where it has been paid meanwhile' })),
    }),
    refusals: ['not_found', 'order_not_payable', 'payment_unavailable', 'too_many_attempts'],
  },
  cancelOrder: {
    summary: 'Cancels an order: stock, gift card and code are given back, and what was paid',
    needs: 'open',
    isIdempotent: true,
    params: OrderId,
    body: Type.Object({ token: TokenOfOthers }),
    answer: null,
    refusals: ['not_found', 'order_not_cancellable', 'too_many_attempts'],
  },
  reorder: {
    summary: 'Puts what an order has into the cart, at the prices of now; what a cart has already stays',
    needs: 'open',
    isIdempotent: false,
    params: OrderId,
    body: Type.Object({ token: TokenOfOthers }),
    answer: Type.Object({ cart: Cart, differences: Type.Array(CartDifference) }),
    refusals: ['not_found', 'too_many_attempts'],
  },
} as const satisfies ContractsOf<typeof orderPaths>;
