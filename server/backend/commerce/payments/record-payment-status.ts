import { awaitsPayment } from '../../../../shared/rules/orders/order-status.ts';
import type { Database } from '../../core/database/database.ts';
import type { OrderChanger, OrderRecord } from '../orders/types.ts';
import { canChangePaymentStatus, isSecured } from './payment-states.ts';
import { enqueuePaymentWork, enqueueRefund, type PaymentWork } from './payment-work.ts';
import type { ProviderPayment } from './provider.ts';
import { type PaymentRecord, sumRefunds, updatePayment } from './queries.ts';
import type { Payments } from './types.ts';

/** Returns the euro cents of a payment that were received and for which no refund was requested. */
export async function readUnrefundedAmounts(
  transaction: Database,
  payments: readonly PaymentRecord[],
): Promise<ReadonlyMap<string, number>> {
  const refunds = await sumRefunds(
    transaction,
    payments.map(({ paymentId }) => paymentId),
  );
  return new Map(
    payments.map(({ paymentId, status, amount, refundedAmount, chargedBackAmount }) => [
      paymentId,
      status === 'paid'
        ? Math.max(
            0,
            amount - chargedBackAmount - Math.max(refundedAmount, refunds.get(paymentId)?.requested ?? 0),
          )
        : 0,
    ]),
  );
}

const createCancelWork = ({ paymentId }: PaymentRecord): PaymentWork => ({ act: 'cancel', paymentId });

/** Cancels pending and authorised payments, and refunds paid ones. */
export async function cancelOrRefundPayments(
  transaction: Database,
  orderId: string,
  payments: readonly PaymentRecord[],
  { reason, orderCreditId, now }: Parameters<Payments['release']>[2],
): Promise<void> {
  const open = payments.filter(({ status }) => status === 'pending' || status === 'authorized');
  await enqueuePaymentWork(transaction, orderId, open.map(createCancelWork), now);
  const remaining = await readUnrefundedAmounts(transaction, payments);
  for (const row of payments) {
    const amount = remaining.get(row.paymentId) ?? 0;
    if (amount > 0) await enqueueRefund(transaction, row, { amount, reason, orderCreditId }, now);
  }
}

/**
 * Records the status of a payment at its provider and applies the consequences. The first secured payment
 * pays its order and cancels the others. A payment for an order that is already cancelled or paid is
 * refunded. Outdated statuses change nothing.
 *
 * @param payments payments of the order, locked after its row
 * @returns false if an active order has lost the authorisation that pays it: staff must check it
 */
export async function recordPaymentStatus(
  transaction: Database,
  {
    orders,
    order,
    payments,
    paymentId,
    known,
    now,
  }: {
    readonly orders: OrderChanger;
    readonly order: OrderRecord;
    readonly payments: readonly PaymentRecord[];
    readonly paymentId: string;
    readonly known: ProviderPayment;
    readonly now: Date;
  },
): Promise<boolean> {
  const row = payments.find((candidate) => candidate.paymentId === paymentId);
  if (!row) throw new Error(`Payment ${paymentId} does not belong to the order`);
  const { orderId } = row;
  const refundedAmount = Math.max(row.refundedAmount, Math.min(known.refundedAmount, row.amount));
  const chargedBackAmount = Math.min(known.chargedBackAmount, row.amount);
  if (!canChangePaymentStatus(row.status, known.status)) {
    if (refundedAmount !== row.refundedAmount || chargedBackAmount !== row.chargedBackAmount) {
      await updatePayment(transaction, paymentId, { refundedAmount, chargedBackAmount }, now);
    }
    // The bank has returned the charged-back amount of an order that was cancelled in the meantime.
    if (order.status === 'cancelled' && chargedBackAmount < row.chargedBackAmount) {
      const remaining = await readUnrefundedAmounts(transaction, [
        { ...row, refundedAmount, chargedBackAmount },
      ]);
      const amount = remaining.get(paymentId) ?? 0;
      if (amount > 0)
        await enqueueRefund(transaction, row, { amount, reason: 'late', orderCreditId: null }, now);
    }
    return true;
  }
  const { status } = known;
  const pays = isSecured(status) && awaitsPayment(order.status);
  await updatePayment(
    transaction,
    paymentId,
    { status, refundedAmount, chargedBackAmount, paymentUrl: null, ...(pays && { securesOrder: true }) },
    now,
  );
  if (!isSecured(status)) return !row.securesOrder || order.status === 'cancelled';
  if (pays) {
    const { paymentMethodId, issuer } = row;
    if (!(await orders.change(transaction, order, 'paid', { now, paidBy: { paymentMethodId, issuer } }))) {
      throw new Error(`Order ${orderId} can no longer be paid`);
    }
    const others = payments.filter((other) => other !== row && other.status === 'pending');
    await enqueuePaymentWork(transaction, orderId, others.map(createCancelWork), now);
    return true;
  }
  const isLate = order.status === 'cancelled';
  // The authorised amount was captured.
  if (row.securesOrder && !isLate) return true;
  if (status === 'authorized') {
    await enqueuePaymentWork(transaction, orderId, [createCancelWork(row)], now);
    return true;
  }
  if (isLate) await orders.markLatePayment(transaction, orderId);
  const remaining = await readUnrefundedAmounts(transaction, [{ ...row, status, refundedAmount }]);
  const amount = remaining.get(paymentId) ?? 0;
  if (amount > 0) await enqueueRefund(transaction, row, { amount, reason: 'late', orderCreditId: null }, now);
  return true;
}
