import { awaitsPayment } from '../../../../shared/rules/orders/order-status.ts';
import type { OrderRecord } from './service.ts';

/** Euro cents that are left to pay after the gift card. */
export const getPayableAmount = ({
  totalAmount,
  giftCardAmount,
}: Pick<OrderRecord, 'totalAmount' | 'giftCardAmount'>): number => totalAmount - giftCardAmount;

/** Whether another payment of it may start. */
export const isPayable = (order: Pick<OrderRecord, 'status' | 'totalAmount' | 'giftCardAmount'>): boolean =>
  awaitsPayment(order.status) && getPayableAmount(order) > 0;
