import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '../../../../shared/rules/durations.ts';
import type { Database } from '../../core/database/database.ts';
import { enqueueOrderMessage } from '../orders/service.ts';
import type { OrderChanger, OrderRecord } from '../orders/types.ts';
import { closeResolvedDifferences, reportPaymentDifference } from './differences/queries.ts';
import type { ProviderPayment, ProviderRefund } from './provider.ts';
import {
  insertRefund,
  listRefundsOfPayment,
  markRefundCompleted,
  markRefundFailed,
  type PaymentRecord,
  type RefundRecord,
  updatePayment,
} from './queries.ts';

/**
 * Time in milliseconds after which an accepted refund should appear in the provider's list; before that it
 * may be missing.
 */
const REFUND_LISTING_DELAY_MS = HOUR_MS;

interface RecordedPayment {
  readonly orders: Pick<OrderChanger, 'creditRefund'>;
  readonly order: OrderRecord;
  /** The row after its status was recorded. */
  readonly row: PaymentRecord;
  readonly known: ProviderPayment;
  readonly now: Date;
}

const sumRefundAmounts = (refunds: readonly Pick<RefundRecord, 'amount'>[]): number =>
  refunds.reduce((sum, { amount }) => sum + amount, 0);

/** Records that the provider has accepted one of the shop's refunds. */
async function recordCompletedRefund(
  transaction: Database,
  { refundId }: Pick<RefundRecord, 'refundId'>,
  { providerRefundId }: ProviderRefund,
  { row, now }: RecordedPayment,
): Promise<void> {
  if (!(await markRefundCompleted(transaction, refundId, providerRefundId, now))) return;
  await closeResolvedDifferences(transaction, { refundId }, now);
  await enqueueOrderMessage(transaction, { orderId: row.orderId, kind: 'refunded', subject: refundId }, now);
}

/** Reports a refund that staff must decide about: it matches no requested refund and cannot be credited. */
async function reportUnclearRefund(
  transaction: Database,
  { providerRefundId, amount }: ProviderRefund,
  { order, known, now }: RecordedPayment,
): Promise<void> {
  await reportPaymentDifference(transaction, {
    kind: 'refund-unclear',
    providerObjectId: providerRefundId,
    providerPaymentId: known.providerPaymentId,
    orderId: order.orderId,
    orderNumber: order.orderNumber,
    amount,
    foundAt: now,
  });
}

/**
 * Records a refund that was made in the provider's dashboard, without moving money again. If it can only be
 * the refund that the shop still owes, it completes that one. Otherwise it is credited as goodwill. If that
 * is not possible, staff must decide.
 */
async function recordDashboardRefund(
  transaction: Database,
  providerRefund: ProviderRefund,
  refunds: readonly RefundRecord[],
  recordedPayment: RecordedPayment,
): Promise<void> {
  const { orders, order, row, now } = recordedPayment;
  const { paymentId, orderId } = row;
  const { amount, providerRefundId } = providerRefund;
  const isTooMuch = sumRefundAmounts(refunds) + amount > row.amount;
  const owedRefund = refunds.find(
    ({ status, amount: refundAmount }) =>
      refundAmount === amount && (status === 'failed' || (status === 'pending' && isTooMuch)),
  );
  if (owedRefund) {
    await recordCompletedRefund(transaction, owedRefund, providerRefund, recordedPayment);
    return;
  }
  // It may be the refund that is still pending: only staff know, and a credit would refund it twice.
  if (refunds.some(({ status, amount: refundAmount }) => status === 'pending' && refundAmount === amount)) {
    await reportUnclearRefund(transaction, providerRefund, recordedPayment);
    return;
  }
  const paysOrder = row.securesOrder && order.status !== 'cancelled';
  const orderCreditId =
    paysOrder && !isTooMuch ? await orders.creditRefund(transaction, order, { amount, now }) : null;
  if (isTooMuch || (row.securesOrder && orderCreditId === null)) {
    await reportUnclearRefund(transaction, providerRefund, recordedPayment);
    return;
  }
  const refundId = randomUUID();
  await insertRefund(transaction, {
    refundId,
    paymentId,
    amount,
    // If another payment pays the order, this one was excess and needs no credit.
    reason: row.securesOrder ? 'provider' : 'late',
    orderCreditId,
    providerRefundId,
    createdAt: now,
  });
  await enqueueOrderMessage(transaction, { orderId, kind: 'refunded', subject: refundId }, now);
}

async function recordFailedRefund(
  transaction: Database,
  { refundId, amount, providerRefundId }: RefundRecord,
  { order, known, now }: RecordedPayment,
): Promise<void> {
  await markRefundFailed(transaction, refundId);
  await reportPaymentDifference(transaction, {
    kind: 'refund-failed',
    providerObjectId: providerRefundId ?? refundId,
    providerPaymentId: known.providerPaymentId,
    orderId: order.orderId,
    orderNumber: order.orderNumber,
    refundId,
    amount,
    foundAt: now,
  });
}

/**
 * Records the refunds of a payment at its provider: those made in its dashboard, those that failed after they
 * were accepted, and those whose response was lost. Runs in the transaction that recorded the payment status
 * and has locked the order.
 */
export async function recordRefunds(transaction: Database, recordedPayment: RecordedPayment): Promise<void> {
  const { row, known, now } = recordedPayment;
  const before = await listRefundsOfPayment(transaction, row.paymentId);
  if (before.length === 0 && known.refunds.length === 0) return;
  for (const refund of before) {
    if (refund.status !== 'done' || refund.providerRefundId === null) continue;
    const reportedRefund = known.refunds.find(
      ({ providerRefundId }) => providerRefundId === refund.providerRefundId,
    );
    const isGone =
      !reportedRefund &&
      refund.doneAt !== null &&
      now.getTime() - refund.doneAt.getTime() > REFUND_LISTING_DELAY_MS;
    if (reportedRefund?.isFailed || isGone) await recordFailedRefund(transaction, refund, recordedPayment);
  }
  for (const providerRefund of known.refunds) {
    if (providerRefund.isFailed) continue;
    const refunds = await listRefundsOfPayment(transaction, row.paymentId);
    const isRecorded = refunds.some(
      ({ providerRefundId }) => providerRefundId === providerRefund.providerRefundId,
    );
    if (isRecorded) continue;
    const matchingRefund = refunds.find(({ refundId }) => refundId === providerRefund.refundId);
    // The provider made the same refund twice.
    if (matchingRefund?.status === 'done')
      await reportUnclearRefund(transaction, providerRefund, recordedPayment);
    else if (matchingRefund)
      await recordCompletedRefund(transaction, matchingRefund, providerRefund, recordedPayment);
    else if (row.status === 'paid')
      await recordDashboardRefund(transaction, providerRefund, refunds, recordedPayment);
  }
  const after = await listRefundsOfPayment(transaction, row.paymentId);
  const done = sumRefundAmounts(after.filter(({ status }) => status === 'done'));
  const refundedAmount = Math.min(row.amount, Math.max(done, known.refundedAmount));
  if (refundedAmount !== row.refundedAmount) {
    await updatePayment(transaction, row.paymentId, { refundedAmount }, now);
  }
}
