import { and, asc, desc, eq, getTableColumns, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { PaymentStatus } from '../../../../shared/rules/orders/order-status.ts';
import type { Database } from '../../core/database/database.ts';
import { queueItem } from '../../core/queue/tables.ts';
import { listPaymentProviderConfigurationIds } from '../../sites/sites/queries.ts';
import { orderHeads } from '../orders/views.ts';
import type { ProviderPayment } from './provider.ts';
import { payment, paymentDifference, refund } from './tables.ts';

export type PaymentRecord = typeof payment.$inferSelect;
export type RefundRecord = typeof refund.$inferSelect;

export async function insertPayment(
  transaction: Database,
  row: Pick<
    PaymentRecord,
    | 'paymentId'
    | 'orderId'
    | 'providerConfigurationId'
    | 'paymentMethodId'
    | 'issuer'
    | 'amount'
    | 'createdAt'
  >,
): Promise<void> {
  await transaction.insert(payment).values({ ...row, status: 'pending', changedAt: row.createdAt });
}

/** Lists the payments of an order, the latest first. */
export async function listPayments(handle: Database, orderId: string): Promise<PaymentRecord[]> {
  return handle
    .select()
    .from(payment)
    .where(eq(payment.orderId, orderId))
    .orderBy(desc(payment.createdAt), desc(payment.paymentId));
}

/** Lists the payment ids for a provider's payment id; more than one if two providers use the same id. */
export async function listPaymentIdsByProviderId(
  handle: Database,
  providerPaymentId: string,
): Promise<string[]> {
  const rows = await handle
    .select({ paymentId: payment.paymentId })
    .from(payment)
    .where(eq(payment.providerPaymentId, providerPaymentId));
  return rows.map(({ paymentId }) => paymentId);
}

/** Lists payments by the provider's payment ids. */
export async function readPaymentsByProviderId(
  handle: Database,
  providerPaymentIds: readonly string[],
): Promise<ReadonlyMap<string, PaymentRecord>> {
  const rows = await handle
    .select()
    .from(payment)
    .where(inArray(payment.providerPaymentId, [...providerPaymentIds]));
  return new Map(rows.map((row) => [row.providerPaymentId ?? '', row]));
}

/** Lists the provider configurations that sites or payments name. */
export async function listProviderConfigurationIds(handle: Database): Promise<string[]> {
  const siteConfigurations = await listPaymentProviderConfigurationIds(handle);
  const paymentConfigurations = await handle
    .selectDistinct({ id: payment.providerConfigurationId })
    .from(payment);
  return [...new Set([...siteConfigurations, ...paymentConfigurations.map(({ id }) => id)])].sort();
}

/**
 * Locks the payments of an order, oldest first. The caller has locked the order, which excludes concurrent
 * changes.
 */
export const lockPayments = (transaction: Database, orderId: string): Promise<PaymentRecord[]> =>
  transaction
    .select()
    .from(payment)
    .where(eq(payment.orderId, orderId))
    .orderBy(asc(payment.createdAt), asc(payment.paymentId))
    .for('update');

export async function updateStartedPayment(
  transaction: Database,
  paymentId: string,
  { providerPaymentId, paymentUrl, transfer }: ProviderPayment,
  now: Date,
): Promise<void> {
  await transaction
    .update(payment)
    .set({
      providerPaymentId,
      paymentUrl,
      transferAccountHolder: transfer?.accountHolder ?? null,
      transferIban: transfer?.iban ?? null,
      transferEntity: transfer?.entity ?? null,
      transferReference: transfer?.reference ?? null,
      changedAt: now,
    })
    .where(eq(payment.paymentId, paymentId));
}

export async function updatePayment(
  transaction: Database,
  paymentId: string,
  change: {
    readonly status?: PaymentStatus;
    readonly securesOrder?: boolean;
    readonly paymentUrl?: string | null;
    readonly refundedAmount?: number;
    readonly chargedBackAmount?: number;
  },
  now: Date,
): Promise<void> {
  await transaction
    .update(payment)
    .set({ ...change, changedAt: now })
    .where(eq(payment.paymentId, paymentId));
}

/** @param row.providerRefundId id of a refund that was already made at the provider */
export async function insertRefund(
  transaction: Database,
  row: Pick<RefundRecord, 'refundId' | 'paymentId' | 'amount' | 'reason' | 'orderCreditId' | 'createdAt'> &
    Partial<Pick<RefundRecord, 'providerRefundId'>>,
): Promise<void> {
  const isMade = row.providerRefundId != null;
  await transaction
    .insert(refund)
    .values({ ...row, status: isMade ? 'done' : 'pending', doneAt: isMade ? row.createdAt : null });
}

export async function findRefund(
  handle: Database,
  refundId: string,
): Promise<{ readonly refund: RefundRecord; readonly payment: PaymentRecord } | undefined> {
  const [found] = await handle
    .select({ refund: getTableColumns(refund), payment: getTableColumns(payment) })
    .from(refund)
    .innerJoin(payment, eq(payment.paymentId, refund.paymentId))
    .where(eq(refund.refundId, refundId));
  return found;
}

/** Returns the euro cents of requested and completed refunds by payment. */
export async function sumRefunds(
  transaction: Database,
  paymentIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly requested: number; readonly done: number }>> {
  if (paymentIds.length === 0) return new Map();
  const rows = await transaction
    .select({
      paymentId: refund.paymentId,
      requested: sql<number>`sum(${refund.amount})`.mapWith(Number),
      done: sql<number>`coalesce(sum(${refund.amount}) filter (where ${refund.status} = 'done'), 0)`.mapWith(
        Number,
      ),
    })
    .from(refund)
    .where(inArray(refund.paymentId, [...paymentIds]))
    .groupBy(refund.paymentId);
  return new Map(rows.map(({ paymentId, requested, done }) => [paymentId, { requested, done }]));
}

/** @returns false if it was already recorded */
export async function markRefundCompleted(
  transaction: Database,
  refundId: string,
  providerRefundId: string,
  now: Date,
): Promise<boolean> {
  const rows = await transaction
    .update(refund)
    .set({ status: 'done', providerRefundId, doneAt: now })
    .where(and(eq(refund.refundId, refundId), inArray(refund.status, ['pending', 'failed'])))
    .returning({ refundId: refund.refundId });
  return rows.length > 0;
}

/** Marks a refund as failed: the provider had accepted it but could not complete it. */
export async function markRefundFailed(transaction: Database, refundId: string): Promise<void> {
  await transaction.update(refund).set({ status: 'failed' }).where(eq(refund.refundId, refundId));
}

/** Requests a failed refund again. @returns false if it has not failed */
export async function markRefundPending(transaction: Database, refundId: string): Promise<boolean> {
  const rows = await transaction
    .update(refund)
    .set({ status: 'pending', providerRefundId: null, doneAt: null })
    .where(and(eq(refund.refundId, refundId), eq(refund.status, 'failed')))
    .returning({ refundId: refund.refundId });
  return rows.length > 0;
}

/** Lists the refunds of a payment, oldest first. */
export async function listRefundsOfPayment(handle: Database, paymentId: string): Promise<RefundRecord[]> {
  return handle
    .select()
    .from(refund)
    .where(eq(refund.paymentId, paymentId))
    .orderBy(asc(refund.createdAt), asc(refund.refundId));
}

/** Lists the refunds of an order, oldest first. */
export async function listRefundsOfOrder(handle: Database, orderId: string): Promise<RefundRecord[]> {
  return handle
    .select(getTableColumns(refund))
    .from(refund)
    .innerJoin(payment, eq(payment.paymentId, refund.paymentId))
    .where(eq(payment.orderId, orderId))
    .orderBy(asc(refund.createdAt), asc(refund.refundId));
}

/**
 * Returns the euro cents of an order's refunds from before credits were introduced. Refunds of excess
 * payments are not included.
 */
export async function sumRefundsWithoutCredit(handle: Database, orderId: string): Promise<number> {
  const refunds = await listRefundsOfOrder(handle, orderId);
  return refunds
    .filter(({ orderCreditId, reason }) => orderCreditId === null && reason !== 'late')
    .reduce((sum, { amount }) => sum + amount, 0);
}

const ORDERING_KEY_PREFIX = 'payments of order ';

/** Returns the key by which the provider work of an order is serialised. */
export const getPaymentOrderingKey = (orderId: string): string => ORDERING_KEY_PREFIX + orderId;

/** Failed work at a provider that is not done yet. */
export interface FailedPaymentWork {
  readonly orderId: string;
  readonly itemId: number;
  /** 'refund', 'capture' or 'cancel'. */
  readonly act: string;
  /** Euro cents of a refund; null for other work. */
  readonly amount: number | null;
  readonly failure: string;
  readonly attempts: number;
  /** Null if it was abandoned. */
  readonly nextAttemptAt: Date | null;
}

/**
 * Lists the work that a provider has refused or not completed, oldest first. Its money does not move until
 * the work succeeds or staff decide.
 *
 * @param orderIds default: all orders
 */
export async function listFailedPaymentWork(
  handle: Database,
  orderIds?: readonly string[],
): Promise<FailedPaymentWork[]> {
  const rows = await handle
    .select({
      orderingKey: queueItem.orderingKey,
      itemId: queueItem.queueItemId,
      payload: queueItem.payload,
      amount: refund.amount,
      failure: queueItem.failure,
      attempts: queueItem.attempts,
      runAt: queueItem.runAt,
      deadAt: queueItem.deadAt,
    })
    .from(queueItem)
    .leftJoin(refund, eq(sql`${refund.refundId}::text`, sql`${queueItem.payload} ->> 'refundId'`))
    .where(
      and(
        eq(queueItem.name, 'payment'),
        isNull(queueItem.doneAt),
        isNotNull(queueItem.failure),
        orderIds && inArray(queueItem.orderingKey, orderIds.map(getPaymentOrderingKey)),
      ),
    )
    .orderBy(asc(queueItem.queueItemId));
  return rows.map(({ orderingKey, payload, failure, runAt, deadAt, ...row }) => ({
    ...row,
    orderId: (orderingKey ?? '').slice(ORDERING_KEY_PREFIX.length),
    act: String(payload.act),
    failure: failure ?? '',
    nextAttemptAt: deadAt === null ? runAt : null,
  }));
}

/** Deletes the payments of orders with their refunds. */
export async function deletePayments(transaction: Database, orderIds: readonly string[]): Promise<void> {
  const belongsToOrders = inArray(payment.orderId, [...orderIds]);
  const paymentIds = transaction
    .select({ paymentId: payment.paymentId })
    .from(payment)
    .where(belongsToOrders);
  await transaction.delete(paymentDifference).where(inArray(paymentDifference.orderId, [...orderIds]));
  await transaction.delete(refund).where(inArray(refund.paymentId, paymentIds));
  await transaction.delete(payment).where(belongsToOrders);
}

/**
 * Returns the ids of orders that are still to be sent and whose payment was charged back, fully or in part.
 *
 * @param orderIds default: all orders
 */
export async function listChargedBackOrderIds(
  handle: Database,
  orderIds?: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await handle
    .selectDistinct({ orderId: payment.orderId })
    .from(payment)
    .innerJoin(orderHeads, eq(orderHeads.orderId, payment.orderId))
    .where(
      and(
        gt(payment.chargedBackAmount, 0),
        payment.securesOrder,
        inArray(orderHeads.status, ['paid', 'processing']),
        orderIds && inArray(payment.orderId, [...orderIds]),
      ),
    );
  return new Set(rows.map(({ orderId }) => orderId));
}
