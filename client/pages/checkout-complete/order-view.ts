import type { Order } from '../../../shared/contract/orders.ts';
import { awaitsPayment, isBought } from '../../../shared/rules/orders/order-status.ts';

/** How an order stands, as its page tells it. */
export type OrderView = 'paid' | 'waiting' | 'failed' | 'cancelled';

const failedPayments: readonly Order['payment']['status'][] = ['failed', 'expired', 'cancelled'];

/** An order that nobody has paid waits, unless its last payment has failed: then another may be begun. */
export function getOrderView({ status, payment }: Pick<Order, 'status' | 'payment'>): OrderView {
  if (isBought(status)) return 'paid';
  if (!awaitsPayment(status)) return 'cancelled';
  return failedPayments.includes(payment.status) ? 'failed' : 'waiting';
}

/** Waits between two looks at an order, in milliseconds: a bank answers within a minute, a transfer within days. */
export const pollDelays: readonly number[] = [
  2000, 3000, 5000, 8000, 13_000, 20_000, 30_000, 45_000, 60_000, 60_000, 60_000, 60_000, 60_000, 60_000,
];
