import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { PaymentStatus } from '../../../../shared/rules/orders/order-status.ts';
import { instant } from '../../database/columns.ts';
import { customerOrder, orderCredit } from '../orders/tables.ts';
import { paymentMethod } from '../sites/tables.ts';

/** Why money goes back. */
export type RefundReason = 'cancelled' | 'late' | 'shop' | 'provider';

/** How a provider and the shop may differ, see `payment_difference`. */
export const differenceKinds = [
  'unknown-order',
  'payment-mismatch',
  'refund-failed',
  'refund-unclear',
] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

/** Why staff close a difference. */
export const closeReasons = [
  'refunded-at-provider',
  'paid-by-transfer',
  'documented-by-hand',
  'order-placed-again',
  'no-action-needed',
] as const;
export type CloseReason = (typeof closeReasons)[number];

/** A try to pay an order at a provider. Written before the provider is asked, so that no payment there is without its row here. */
export const payment = pgTable(
  'payment',
  {
    paymentId: uuid('payment_id').primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => customerOrder.orderId),
    /** Which of the configured providers: `PAYMENT_PROVIDERS`. */
    providerConfigurationId: text('provider_configuration_id').notNull(),
    /** The provider's own id; null until it has answered. */
    providerPaymentId: text('provider_payment_id'),
    paymentMethodId: integer('payment_method_id')
      .notNull()
      .references(() => paymentMethod.paymentMethodId),
    issuer: text('issuer'),
    status: text('status').$type<PaymentStatus>().notNull(),
    /** Euro cents. */
    amount: integer('amount').notNull(),
    /** Euro cents that have gone back. */
    refundedAmount: integer('refunded_amount').notNull().default(0),
    /** Euro cents that the customer's bank has taken back: the shop has neither this money nor a refund to document. */
    chargedBackAmount: integer('charged_back_amount').notNull().default(0),
    /** The order is paid because of this one: any other that is paid as well is money too much. */
    securesOrder: boolean('secures_order').notNull().default(false),
    /** Page of the provider; null where there is none, or none any more. */
    paymentUrl: text('payment_url'),
    /** What a transfer must name. */
    transferAccountHolder: text('transfer_account_holder'),
    transferIban: text('transfer_iban'),
    transferEntity: text('transfer_entity'),
    transferReference: text('transfer_reference'),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [
    index('payment_order').on(t.orderId),
    uniqueIndex('payment_secures_order').on(t.orderId).where(sql`${t.securesOrder}`),
    unique('payment_of_provider').on(t.providerConfigurationId, t.providerPaymentId),
    check(
      'payment_status',
      sql`${t.status} in ('pending', 'authorized', 'paid', 'failed', 'expired', 'cancelled')`,
    ),
    check('payment_amount', sql`${t.amount} > 0 and ${t.refundedAmount} between 0 and ${t.amount}`),
  ],
);

/** Money that goes back. Written with what it is for; a worker asks the provider, with the row's id as its key there. */
export const refund = pgTable(
  'refund',
  {
    refundId: uuid('refund_id').primaryKey(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payment.paymentId),
    /** The credit that it refunds; null for money that was too much, and for refunds from before there were credits. */
    orderCreditId: uuid('order_credit_id').references(() => orderCredit.orderCreditId),
    /** Euro cents. */
    amount: integer('amount').notNull(),
    /** `provider`: made in the provider's dashboard, and recorded when the shop learnt of it. */
    reason: text('reason').$type<RefundReason>().notNull(),
    /** `failed`: accepted by the provider, and failed or cancelled there later. The money is still owed. */
    status: text('status').$type<'pending' | 'done' | 'failed'>().notNull(),
    providerRefundId: text('provider_refund_id'),
    createdAt: instant('created_at').notNull(),
    doneAt: instant('done_at'),
  },
  (t) => [
    index('refund_payment').on(t.paymentId),
    check('refund_reason', sql`${t.reason} in ('cancelled', 'late', 'shop', 'provider')`),
    check('refund_status', sql`${t.status} in ('pending', 'done', 'failed')`),
    check('refund_amount', sql`${t.amount} > 0`),
  ],
);

/**
 * What a provider and the shop do not agree on and staff decide. Each object of the provider is reported once for each kind. Holds ids,
 * numbers and amounts only.
 */
export const paymentDifference = pgTable(
  'payment_difference',
  {
    paymentDifferenceId: bigint('payment_difference_id', { mode: 'number' })
      .primaryKey()
      .generatedAlwaysAsIdentity(),
    kind: text('kind').$type<DifferenceKind>().notNull(),
    /** The provider's id of the payment or refund. */
    providerObjectId: text('provider_object_id').notNull(),
    providerPaymentId: text('provider_payment_id').notNull(),
    /** Null if the shop has no such order. */
    orderId: uuid('order_id').references(() => customerOrder.orderId),
    /** As the provider's payment names it; null if it names none. */
    orderNumber: text('order_number'),
    /** The refund that failed. */
    refundId: uuid('refund_id').references(() => refund.refundId),
    /** Euro cents. */
    amount: integer('amount').notNull(),
    foundAt: instant('found_at').notNull(),
    /** Null while it is open. */
    closedAt: instant('closed_at'),
    closeReason: text('close_reason').$type<CloseReason | 'settled'>(),
  },
  (t) => [
    unique('payment_difference_once').on(t.kind, t.providerObjectId),
    index('payment_difference_order').on(t.orderId),
    index('payment_difference_open').on(t.paymentDifferenceId).where(sql`${t.closedAt} is null`),
    check(
      'payment_difference_kind',
      sql`${t.kind} in ('unknown-order', 'payment-mismatch', 'refund-failed', 'refund-unclear')`,
    ),
    check('payment_difference_closed', sql`(${t.closedAt} is null) = (${t.closeReason} is null)`),
  ],
);

/** The books of the test bank, which stands in for a provider where no money moves. */
export const testBankPayment = pgTable(
  'test_bank_payment',
  {
    testBankPaymentId: text('test_bank_payment_id').primaryKey(),
    /** Key under which it was ordered: the same key orders it once. */
    idempotencyKey: text('idempotency_key').notNull().unique(),
    sequence: bigint('sequence', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    /** Euro cents. */
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    reference: text('reference').notNull(),
    methodKey: text('method_key').notNull(),
    issuer: text('issuer'),
    status: text('status').$type<PaymentStatus>().notNull(),
    /** Where the customer comes back to, and where the shop is told. */
    redirectUrl: text('redirect_url').notNull(),
    webhookUrl: text('webhook_url').notNull(),
    /** Euro cents that have gone back, by the key under which that was asked for: the same key pays back once. */
    refunds: jsonb('refunds').$type<Readonly<Record<string, number>>>().notNull().default({}),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    check(
      'test_bank_payment_status',
      sql`${t.status} in ('pending', 'authorized', 'paid', 'failed', 'expired', 'cancelled')`,
    ),
  ],
);
