import { awaitsPayment } from '../../../../shared/rules/orders/order-status.ts';
import type { OrderRecord } from './types.ts';

/** Returns the euro cents that are left to pay after the gift card. */
export const getPayableAmount = ({
  totalAmount,
  giftCardAmount,
}: Pick<OrderRecord, 'totalAmount' | 'giftCardAmount'>): number => totalAmount - giftCardAmount;

/** Returns whether another payment of an order may start. */
export const isPayable = (order: Pick<OrderRecord, 'status' | 'totalAmount' | 'giftCardAmount'>): boolean =>
  awaitsPayment(order.status) && getPayableAmount(order) > 0;
