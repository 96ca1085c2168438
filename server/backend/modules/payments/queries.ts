import { and, asc, eq, getTableColumns, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { PaymentStatus } from '../../../../shared/rules/orders/order-status.ts';
import type { Database } from '../../database/database.ts';
import { outboxEvent } from '../../outbox/tables.ts';
import { country } from '../countries/tables.ts';
import type { OrderRecord } from '../orders/service.ts';
import { customerOrder } from '../orders/tables.ts';
import { paymentMethod, site } from '../sites/tables.ts';
import type { ProviderPayment } from './provider.ts';
import { payment, paymentDifference, refund } from './tables.ts';

export type PaymentRecord = typeof payment.$inferSelect;
export type RefundRecord = typeof refund.$inferSelect;

/** A payment with what its provider is told of it. */
export interface PaymentWithOrder {
  readonly payment: PaymentRecord;
  readonly order: OrderRecord;
  readonly methodKey: string;
}

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

export async function findPayment(
  handle: Database,
  paymentId: string,
): Promise<PaymentWithOrder | undefined> {
  const [found] = await handle
    .select({
      payment: getTableColumns(payment),
      order: getTableColumns(customerOrder),
      methodKey: paymentMethod.key,
    })
    .from(payment)
    .innerJoin(customerOrder, eq(customerOrder.orderId, payment.orderId))
    .innerJoin(paymentMethod, eq(paymentMethod.paymentMethodId, payment.paymentMethodId))
    .where(eq(payment.paymentId, paymentId));
  return found;
}

/** Ours, by the id that a provider knows it under; more than one where two providers use the same id. */
export async function findByProviderId(handle: Database, providerPaymentId: string): Promise<string[]> {
  const rows = await handle
    .select({ paymentId: payment.paymentId })
    .from(payment)
    .where(eq(payment.providerPaymentId, providerPaymentId));
  return rows.map(({ paymentId }) => paymentId);
}

/** Payments by the ids that a provider knows them under. */
export async function listByProviderIds(
  handle: Database,
  providerPaymentIds: readonly string[],
): Promise<ReadonlyMap<string, PaymentRecord>> {
  const rows = await handle
    .select()
    .from(payment)
    .where(inArray(payment.providerPaymentId, [...providerPaymentIds]));
  return new Map(rows.map((row) => [row.providerPaymentId ?? '', row]));
}

/** The configurations of providers that sites or payments name. */
export async function listConfigurations(handle: Database): Promise<string[]> {
  const ofSites = await handle.selectDistinct({ id: site.paymentProviderConfigurationId }).from(site);
  const ofPayments = await handle.selectDistinct({ id: payment.providerConfigurationId }).from(payment);
  return [...new Set([...ofSites, ...ofPayments].flatMap(({ id }) => id ?? []))].sort();
}

/** The payments of an order, the first one first. After the order's row: whoever has that one is alone with these. */
export const lockPayments = (transaction: Database, orderId: string): Promise<PaymentRecord[]> =>
  transaction
    .select()
    .from(payment)
    .where(eq(payment.orderId, orderId))
    .orderBy(asc(payment.createdAt), asc(payment.paymentId))
    .for('update');

export async function updateBegun(
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

/** @param row.providerRefundId of one that was made at the provider already */
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

/** Euro cents that are to go back or have gone, by payment. */
export async function sumRefunds(
  transaction: Database,
  paymentIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly wanted: number; readonly done: number }>> {
  if (paymentIds.length === 0) return new Map();
  const rows = await transaction
    .select({
      paymentId: refund.paymentId,
      wanted: sql<number>`sum(${refund.amount})`.mapWith(Number),
      done: sql<number>`coalesce(sum(${refund.amount}) filter (where ${refund.status} = 'done'), 0)`.mapWith(
        Number,
      ),
    })
    .from(refund)
    .where(inArray(refund.paymentId, [...paymentIds]))
    .groupBy(refund.paymentId);
  return new Map(rows.map(({ paymentId, wanted, done }) => [paymentId, { wanted, done }]));
}

/** @returns false where it was noted before */
export async function markRefunded(
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

/** The provider could not complete a refund that it had accepted. */
export async function markRefundFailed(transaction: Database, refundId: string): Promise<void> {
  await transaction.update(refund).set({ status: 'failed' }).where(eq(refund.refundId, refundId));
}

/** Has a failed refund made again. @returns false if it is not failed */
export async function markRefundPending(transaction: Database, refundId: string): Promise<boolean> {
  const rows = await transaction
    .update(refund)
    .set({ status: 'pending', providerRefundId: null, doneAt: null })
    .where(and(eq(refund.refundId, refundId), eq(refund.status, 'failed')))
    .returning({ refundId: refund.refundId });
  return rows.length > 0;
}

/** Refunds of a payment, the first one first. */
export async function listRefundsOfPayment(handle: Database, paymentId: string): Promise<RefundRecord[]> {
  return handle
    .select()
    .from(refund)
    .where(eq(refund.paymentId, paymentId))
    .orderBy(asc(refund.createdAt), asc(refund.refundId));
}

/** Refunds of an order, the first one first. */
export async function listRefunds(handle: Database, orderId: string): Promise<RefundRecord[]> {
  return handle
    .select(getTableColumns(refund))
    .from(refund)
    .innerJoin(payment, eq(payment.paymentId, refund.paymentId))
    .where(eq(payment.orderId, orderId))
    .orderBy(asc(refund.createdAt), asc(refund.refundId));
}

/** Euro cents of an order's refunds from before there were credits; money that was too much is none of them. */
export async function sumRefundsWithoutCredit(handle: Database, orderId: string): Promise<number> {
  const refunds = await listRefunds(handle, orderId);
  return refunds
    .filter(({ orderCreditId, reason }) => orderCreditId === null && reason !== 'late')
    .reduce((sum, { amount }) => sum + amount, 0);
}

const KEY_START = 'payments of order ';

/** What the work at the provider of an order is told in order by. */
export const getPaymentsKey = (orderId: string): string => KEY_START + orderId;

/** Work at a provider that has failed, and is not done yet. */
export interface FailedWork {
  readonly orderId: string;
  readonly eventId: number;
  /** 'refund', 'capture', 'cancel'. */
  readonly act: string;
  /** Euro cents of a refund; null for other work. */
  readonly amount: number | null;
  readonly failure: string;
  readonly attempts: number;
  /** Null where it was given up. */
  readonly nextAttemptAt: Date | null;
}

/**
 * What a provider has refused or could not do so far, oldest first: money that does not move until it is done or somebody decides.
 *
 * @param orderIds left out: of all orders
 */
export async function listFailedWork(handle: Database, orderIds?: readonly string[]): Promise<FailedWork[]> {
  const rows = await handle
    .select({
      orderingKey: outboxEvent.orderingKey,
      eventId: outboxEvent.outboxEventId,
      payload: outboxEvent.payload,
      amount: refund.amount,
      failure: outboxEvent.failure,
      attempts: outboxEvent.attempts,
      nextAttemptAt: outboxEvent.nextAttemptAt,
      deadAt: outboxEvent.deadAt,
    })
    .from(outboxEvent)
    .leftJoin(refund, eq(sql`${refund.refundId}::text`, sql`${outboxEvent.payload} ->> 'refundId'`))
    .where(
      and(
        eq(outboxEvent.kind, 'payment'),
        isNull(outboxEvent.doneAt),
        isNotNull(outboxEvent.failure),
        orderIds && inArray(outboxEvent.orderingKey, orderIds.map(getPaymentsKey)),
      ),
    )
    .orderBy(asc(outboxEvent.outboxEventId));
  return rows.map(({ orderingKey, payload, failure, nextAttemptAt, deadAt, ...row }) => ({
    ...row,
    orderId: orderingKey.slice(KEY_START.length),
    act: String(payload.act),
    failure: failure ?? '',
    nextAttemptAt: deadAt === null ? nextAttemptAt : null,
  }));
}

/** Who moves the money of a site; null where it sells nothing. */
export async function findProviderConfiguration(handle: Database, siteId: number): Promise<string | null> {
  const [found] = await handle
    .select({ id: site.paymentProviderConfigurationId })
    .from(site)
    .where(eq(site.siteId, siteId));
  return found?.id ?? null;
}

/** Forgets the payments of orders, with what was paid back of them. */
export async function deletePayments(transaction: Database, orderIds: readonly string[]): Promise<void> {
  const ofOrders = inArray(payment.orderId, [...orderIds]);
  const paymentIds = transaction.select({ paymentId: payment.paymentId }).from(payment).where(ofOrders);
  await transaction.delete(paymentDifference).where(inArray(paymentDifference.orderId, [...orderIds]));
  await transaction.delete(refund).where(inArray(refund.paymentId, paymentIds));
  await transaction.delete(payment).where(ofOrders);
}

/** ISO 3166-1 code of a country. */
export async function findRegionCode(handle: Database, countryId: number): Promise<string | null> {
  const [found] = await handle
    .select({ code: country.regionCode })
    .from(country)
    .where(eq(country.countryId, countryId));
  return found?.code ?? null;
}

/**
 * Ids of orders that are still to be sent and whose payment was charged back, fully or in part.
 *
 * @param orderIds all orders if it is left out
 */
export async function listChargedBack(
  handle: Database,
  orderIds?: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await handle
    .selectDistinct({ orderId: payment.orderId })
    .from(payment)
    .innerJoin(customerOrder, eq(customerOrder.orderId, payment.orderId))
    .where(
      and(
        gt(payment.chargedBackAmount, 0),
        payment.securesOrder,
        inArray(customerOrder.status, ['paid', 'processing']),
        orderIds && inArray(payment.orderId, [...orderIds]),
      ),
    );
  return new Set(rows.map(({ orderId }) => orderId));
}
