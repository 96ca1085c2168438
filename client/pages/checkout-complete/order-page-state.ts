import type { Order } from '../../../shared/contract/orders.ts';
import { awaitsPayment, countsAsSold } from '../../../shared/rules/orders/order-status.ts';

/** State of an order as its page shows it. */
export type OrderPageState = 'paid' | 'waiting' | 'failed' | 'cancelled';

const failedPaymentStatuses: readonly Order['payment']['status'][] = ['failed', 'expired', 'cancelled'];

/**
 * Returns the view of an order. An unpaid order is waiting, unless its last payment failed; then another
 * payment can be started.
 */
export function getOrderPageState({ status, payment }: Pick<Order, 'status' | 'payment'>): OrderPageState {
  if (countsAsSold(status)) return 'paid';
  if (!awaitsPayment(status)) return 'cancelled';
  return failedPaymentStatuses.includes(payment.status) ? 'failed' : 'waiting';
}

/**
 * Delays between polls of an order, in milliseconds. A bank responds within a minute, a transfer takes days.
 */
export const orderPollDelaysMs: readonly number[] = [
  2000, 3000, 5000, 8000, 13_000, 20_000, 30_000, 45_000, 60_000, 60_000, 60_000, 60_000, 60_000, 60_000,
];
