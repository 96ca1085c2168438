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
import { instant } from '../../core/database/column-types.ts';
import { paymentMethod } from '../../sites/sites/tables.ts';
import { customerOrder, orderCredit } from '../orders/tables.ts';

/** Reason of a refund. */
export type RefundReason = 'cancelled' | 'late' | 'shop' | 'provider';

/** Kinds of differences between a provider and the shop, see `payment_difference`. */
export const differenceKinds = [
  'unknown-order',
  'payment-mismatch',
  'refund-failed',
  'refund-unclear',
] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

/** Reasons for which staff close a difference. */
export const differenceCloseReasons = [
  'refunded-at-provider',
  'paid-by-transfer',
  'documented-by-hand',
  'order-placed-again',
  'no-action-needed',
] as const;
export type DifferenceCloseReason = (typeof differenceCloseReasons)[number];

/**
 * An attempt to pay an order at a provider. It is written before the provider is called, so that every
 * payment has a row.
 */
export const payment = pgTable(
  'payment',
  {
    paymentId: uuid('payment_id').primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => customerOrder.orderId),
    /** Provider configuration in `PAYMENT_PROVIDERS`. */
    providerConfigurationId: text('provider_configuration_id').notNull(),
    /** Id at the provider; null until it has answered. */
    providerPaymentId: text('provider_payment_id'),
    paymentMethodId: integer('payment_method_id')
      .notNull()
      .references(() => paymentMethod.paymentMethodId),
    issuer: text('issuer'),
    status: text('status').$type<PaymentStatus>().notNull(),
    /** Euro cents. */
    amount: integer('amount').notNull(),
    /** Refunded euro cents. */
    refundedAmount: integer('refunded_amount').notNull().default(0),
    /**
     * Euro cents that the customer's bank has charged back: the shop neither has this money nor refunds it.
     */
    chargedBackAmount: integer('charged_back_amount').notNull().default(0),
    /** Whether this payment pays the order. Any other paid payment is an excess payment. */
    securesOrder: boolean('secures_order').notNull().default(false),
    /** Payment page of the provider; null if there is none or it is no longer valid. */
    paymentUrl: text('payment_url'),
    /** Details of a bank transfer. */
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

/**
 * A refund. It is written together with its cause; a worker requests it from the provider with the row id as
 * idempotency key.
 */
export const refund = pgTable(
  'refund',
  {
    refundId: uuid('refund_id').primaryKey(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payment.paymentId),
    /**
     * The credit that it refunds; null for excess payments, and for refunds from before credits were
     * introduced.
     */
    orderCreditId: uuid('order_credit_id').references(() => orderCredit.orderCreditId),
    /** Euro cents. */
    amount: integer('amount').notNull(),
    /** `provider`: made in the provider's dashboard and recorded afterwards. */
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
 * A difference between a provider and the shop for staff to decide. Each object of the provider is reported
 * once per kind. Contains only ids, numbers and amounts.
 */
export const paymentDifference = pgTable(
  'payment_difference',
  {
    paymentDifferenceId: bigint('payment_difference_id', { mode: 'number' })
      .primaryKey()
      .generatedAlwaysAsIdentity(),
    kind: text('kind').$type<DifferenceKind>().notNull(),
    /** Id of the payment or refund at the provider. */
    providerObjectId: text('provider_object_id').notNull(),
    providerPaymentId: text('provider_payment_id').notNull(),
    /** Null if the shop has no such order. */
    orderId: uuid('order_id').references(() => customerOrder.orderId),
    /** Number in the provider's payment; null if it names none. */
    orderNumber: text('order_number'),
    /** The failed refund. */
    refundId: uuid('refund_id').references(() => refund.refundId),
    /** Euro cents. */
    amount: integer('amount').notNull(),
    foundAt: instant('found_at').notNull(),
    /** Null while it is open. */
    closedAt: instant('closed_at'),
    closeReason: text('close_reason').$type<DifferenceCloseReason | 'settled'>(),
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

/** Payments of the test bank, which replaces a provider without moving money. */
export const testBankPayment = pgTable(
  'test_bank_payment',
  {
    testBankPaymentId: text('test_bank_payment_id').primaryKey(),
    /** Idempotency key of the payment. */
    idempotencyKey: text('idempotency_key').notNull().unique(),
    sequence: bigint('sequence', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    /** Euro cents. */
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    reference: text('reference').notNull(),
    methodKey: text('method_key').notNull(),
    issuer: text('issuer'),
    status: text('status').$type<PaymentStatus>().notNull(),
    /** URL to which the customer returns; the next column is the URL for notifications. */
    redirectUrl: text('redirect_url').notNull(),
    webhookUrl: text('webhook_url').notNull(),
    /** Refunded euro cents by idempotency key. */
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
