import { randomUUID } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import { type OrderChanger, type OrderRecord, tellCustomer } from '../orders/service.ts';
import { openDifference, settleDifferences } from './differences/queries.ts';
import type { ProviderPayment, ProviderRefund } from './provider.ts';
import {
  insertRefund,
  listRefundsOfPayment,
  markRefunded,
  markRefundFailed,
  type PaymentRecord,
  type RefundRecord,
  updatePayment,
} from './queries.ts';

/** A refund that a provider accepted may be missing in what it says for a moment. */
const SETTLED_MS = 3_600_000;

interface NotedPayment {
  readonly orders: Pick<OrderChanger, 'creditRefund'>;
  readonly order: OrderRecord;
  /** As it is after its state was noted. */
  readonly row: PaymentRecord;
  readonly known: ProviderPayment;
  readonly now: Date;
}

const sumAmounts = (refunds: readonly Pick<RefundRecord, 'amount'>[]): number =>
  refunds.reduce((sum, { amount }) => sum + amount, 0);

/** A refund of ours that the provider has accepted. */
async function noteDone(
  transaction: Database,
  { refundId }: Pick<RefundRecord, 'refundId'>,
  { providerRefundId }: ProviderRefund,
  { row, now }: NotedPayment,
): Promise<void> {
  if (!(await markRefunded(transaction, refundId, providerRefundId, now))) return;
  await settleDifferences(transaction, { refundId }, now);
  await tellCustomer(transaction, { orderId: row.orderId, kind: 'refunded', subject: refundId }, now);
}

/** A refund that staff decide about: it fits none that the shop wants, and cannot be credited. */
async function reportUnclear(
  transaction: Database,
  { providerRefundId, amount }: ProviderRefund,
  { order, known, now }: NotedPayment,
): Promise<void> {
  await openDifference(transaction, {
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
 * Records a refund that was made in the provider's dashboard: no money is moved a second time. If it can only be the refund that the shop
 * still owes, it is that one. Else it is credited as goodwill; what cannot be credited is a task for staff.
 */
async function recordRefund(
  transaction: Database,
  made: ProviderRefund,
  refunds: readonly RefundRecord[],
  noted: NotedPayment,
): Promise<void> {
  const { orders, order, row, now } = noted;
  const { paymentId, orderId } = row;
  const { amount, providerRefundId } = made;
  const isTooMuch = sumAmounts(refunds) + amount > row.amount;
  const owed = refunds.find(
    ({ status, amount: wanted }) =>
      wanted === amount && (status === 'failed' || (status === 'pending' && isTooMuch)),
  );
  if (owed) {
    await noteDone(transaction, owed, made, noted);
    return;
  }
  // It may be the one that the shop still tries to make: only staff know, and a credit would pay it twice.
  if (refunds.some(({ status, amount: wanted }) => status === 'pending' && wanted === amount)) {
    await reportUnclear(transaction, made, noted);
    return;
  }
  const paysOrder = row.securesOrder && order.status !== 'cancelled';
  const orderCreditId =
    paysOrder && !isTooMuch ? await orders.creditRefund(transaction, order, { amount, now }) : null;
  if (isTooMuch || (row.securesOrder && orderCreditId === null)) {
    await reportUnclear(transaction, made, noted);
    return;
  }
  const refundId = randomUUID();
  await insertRefund(transaction, {
    refundId,
    paymentId,
    amount,
    // What another payment has paid already was too much, and is credited nowhere.
    reason: row.securesOrder ? 'provider' : 'late',
    orderCreditId,
    providerRefundId,
    createdAt: now,
  });
  await tellCustomer(transaction, { orderId, kind: 'refunded', subject: refundId }, now);
}

async function noteFailed(
  transaction: Database,
  { refundId, amount, providerRefundId }: RefundRecord,
  { order, known, now }: NotedPayment,
): Promise<void> {
  await markRefundFailed(transaction, refundId);
  await openDifference(transaction, {
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
 * Notes the refunds of a payment as its provider knows them: those that were made in its dashboard, those that failed after they had been
 * accepted, and those whose answer was lost. In the transaction that noted the state of the payment, which has locked the order.
 */
export async function noteRefunds(transaction: Database, noted: NotedPayment): Promise<void> {
  const { row, known, now } = noted;
  const before = await listRefundsOfPayment(transaction, row.paymentId);
  if (before.length === 0 && known.refunds.length === 0) return;
  for (const refund of before) {
    if (refund.status !== 'done' || refund.providerRefundId === null) continue;
    const told = known.refunds.find(({ providerRefundId }) => providerRefundId === refund.providerRefundId);
    const isGone = !told && refund.doneAt !== null && now.getTime() - refund.doneAt.getTime() > SETTLED_MS;
    if (told?.isFailed || isGone) await noteFailed(transaction, refund, noted);
  }
  for (const made of known.refunds) {
    if (made.isFailed) continue;
    const refunds = await listRefundsOfPayment(transaction, row.paymentId);
    const isNoted = refunds.some(({ providerRefundId }) => providerRefundId === made.providerRefundId);
    if (isNoted) continue;
    const own = refunds.find(({ refundId }) => refundId === made.refundId);
    // The provider has made one of ours twice.
    if (own?.status === 'done') await reportUnclear(transaction, made, noted);
    else if (own) await noteDone(transaction, own, made, noted);
    else if (row.status === 'paid') await recordRefund(transaction, made, refunds, noted);
  }
  const after = await listRefundsOfPayment(transaction, row.paymentId);
  const done = sumAmounts(after.filter(({ status }) => status === 'done'));
  const refundedAmount = Math.min(row.amount, Math.max(done, known.refundedAmount));
  if (refundedAmount !== row.refundedAmount) {
    await updatePayment(transaction, row.paymentId, { refundedAmount }, now);
  }
}
