import type { PaymentStatus } from '../../../../shared/rules/orders/order-status.ts';

/**
 * Progress of each payment status. Notifications may be outdated, repeated or out of order, so only a status
 * with more progress is recorded. `paid` is final, even after a payment was considered to be over.
 */
const progress: Readonly<Record<PaymentStatus, number>> = {
  pending: 0,
  authorized: 1,
  failed: 2,
  expired: 2,
  cancelled: 2,
  paid: 3,
};

/** Returns whether a payment may change from one status to another. */
export const canChangePaymentStatus = (from: PaymentStatus, to: PaymentStatus): boolean =>
  progress[to] > progress[from];

/** Returns whether the shop has the money, or the right to capture it. */
export const isSecured = (status: PaymentStatus): boolean => status === 'authorized' || status === 'paid';

/** Methods that are authorised first. The amount is captured when the goods are dispatched. */
const authorisedPaymentMethods: readonly string[] = ['klarna', 'invoice'];
export const isAuthorisedPaymentMethod = (methodKey: string): boolean =>
  authorisedPaymentMethods.includes(methodKey);
