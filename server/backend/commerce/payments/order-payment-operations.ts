import type { Database } from '../../core/database/database.ts';
import { isSecured } from './payment-states.ts';
import { enqueuePaymentWork, enqueueRefund } from './payment-work.ts';
import { lockPayments, type PaymentRecord } from './queries.ts';
import { cancelOrRefundPayments, readUnrefundedAmounts } from './record-payment-status.ts';
import type { OrderPayments } from './types.ts';

/** Returns the payment that pays an order, with the euro cents for which no refund was requested. */
async function findRefundablePayment(
  transaction: Database,
  orderId: string,
): Promise<{ readonly row: PaymentRecord; readonly amount: number } | undefined> {
  const row = (await lockPayments(transaction, orderId)).find(({ securesOrder }) => securesOrder);
  return row && { row, amount: (await readUnrefundedAmounts(transaction, [row])).get(row.paymentId) ?? 0 };
}

export const orderPaymentOperations: OrderPayments = {
  async release(transaction, orderId, options) {
    const payments = await lockPayments(transaction, orderId);
    await cancelOrRefundPayments(transaction, orderId, payments, options);
  },
  async isSecured(transaction, orderId) {
    const paying = (await lockPayments(transaction, orderId)).find(({ securesOrder }) => securesOrder);
    return paying === undefined || isSecured(paying.status);
  },
  async capture(transaction, orderId, now) {
    const authorised = (await lockPayments(transaction, orderId)).filter(
      ({ status, securesOrder }) => status === 'authorized' && securesOrder,
    );
    await enqueuePaymentWork(
      transaction,
      orderId,
      authorised.map(({ paymentId }) => ({ act: 'capture', paymentId })),
      now,
    );
  },
  async getRefundable(transaction, orderId) {
    return (await findRefundablePayment(transaction, orderId))?.amount ?? 0;
  },
  async refund(transaction, orderId, { amount, orderCreditId, now }) {
    const found = await findRefundablePayment(transaction, orderId);
    if (!found || found.amount < amount) throw new RangeError('The refund exceeds the refundable amount');
    await enqueueRefund(transaction, found.row, { amount, reason: 'shop', orderCreditId }, now);
  },
};
