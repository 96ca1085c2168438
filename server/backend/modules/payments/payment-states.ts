import type { PaymentStatus } from '../../../../shared/rules/orders/order-status.ts';

/**
 * How far a payment has come. What is heard of it may be old, told twice or out of order: only what is further than what is known counts.
 * That money was paid is the last word, also of a payment that was taken for over.
 */
const progress: Readonly<Record<PaymentStatus, number>> = {
  pending: 0,
  authorized: 1,
  failed: 2,
  expired: 2,
  cancelled: 2,
  paid: 3,
};

/** Whether a payment of one state may be noted as being in another one. */
export const mayBecome = (from: PaymentStatus, to: PaymentStatus): boolean => progress[to] > progress[from];

/** The shop has the money, or the right to take it. */
export const isSecured = (status: PaymentStatus): boolean => status === 'authorized' || status === 'paid';

/** Methods whose money takes days: the customer is told what a transfer must name. */
const slowMethods: readonly string[] = ['sepa-transfer', 'multibanco'];
export const isSlowMethod = (methodKey: string): boolean => slowMethods.includes(methodKey);

/** Methods that are authorised first: the money is taken when the goods leave. */
const authorisedMethods: readonly string[] = ['klarna', 'invoice'];
export const isAuthorisedMethod = (methodKey: string): boolean => authorisedMethods.includes(methodKey);
