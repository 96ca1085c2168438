import { getRemaining, releasePayments } from './note-payment.ts';
import { isSecured } from './payment-states.ts';
import { putPaymentWork, putRefund } from './payment-work.ts';
import { lockPayments } from './queries.ts';
import type { Payments } from './service.ts';

/** What an order asks of its payments: it only writes what is to be done, so that it needs no provider. */
export const orderPayments: Pick<Payments, 'release' | 'isSecured' | 'capture' | 'refund'> = {
  async release(transaction, orderId, { reason, now }) {
    const payments = await lockPayments(transaction, orderId);
    await releasePayments(transaction, orderId, payments, { reason, now });
  },
  async isSecured(transaction, orderId) {
    const paying = (await lockPayments(transaction, orderId)).find(({ securesOrder }) => securesOrder);
    return paying === undefined || isSecured(paying.status);
  },
  async capture(transaction, orderId, now) {
    const authorised = (await lockPayments(transaction, orderId)).filter(
      ({ status, securesOrder }) => status === 'authorized' && securesOrder,
    );
    await putPaymentWork(
      transaction,
      orderId,
      authorised.map(({ paymentId }) => ({ act: 'capture', paymentId })),
      now,
    );
  },
  async refund(transaction, orderId, { amount, now }) {
    const payments = (await lockPayments(transaction, orderId)).filter(({ securesOrder }) => securesOrder);
    const remaining = await getRemaining(transaction, payments);
    const row = payments.find(({ paymentId }) => (remaining.get(paymentId) ?? 0) >= amount);
    if (!row) return false;
    await putRefund(transaction, row, { amount, reason: 'shop' }, now);
    return true;
  },
};
