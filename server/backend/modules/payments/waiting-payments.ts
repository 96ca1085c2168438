import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Payments } from './service.ts';
import { payment } from './tables.ts';

/** Payments of a shop without a provider: what has to be paid is written down and waits. */
export function createWaitingPayments(): Payments {
  return {
    isOffered: () => true,
    listIssuers: async () => [],
    async prepare(transaction, { orderId }, { paymentMethodId, issuer, amount, now }) {
      const paymentId = randomUUID();
      await transaction.insert(payment).values({
        paymentId,
        orderId,
        providerConfigurationId: 'none',
        paymentMethodId,
        issuer,
        status: 'pending',
        amount,
        createdAt: now,
        changedAt: now,
      });
      return { paymentId };
    },
    begin: async () => null,
    refresh: async () => {},
    async release(transaction, orderId, { now }) {
      await transaction
        .update(payment)
        .set({ status: 'cancelled', changedAt: now })
        .where(and(eq(payment.orderId, orderId), eq(payment.status, 'pending')));
    },
    capture: async () => {},
    refund: async () => false,
  };
}
