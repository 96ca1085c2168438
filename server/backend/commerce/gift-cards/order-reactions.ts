import type { OrderReactions } from '../orders/order-reactions.ts';
import { detachCardsFromOrders } from './queries.ts';
import { giftCardOperationsOfOrders as operations } from './service.ts';

/** Spends and returns the amounts that gift cards pay of orders, and issues and blocks the sold gift cards. */
export const giftCardOrderReactions: OrderReactions = {
  // Money that was already spent with a sold gift card cannot be refunded.
  prepare: async (transaction, { orderId }, to, now) =>
    to !== 'cancelled' || operations.blockSoldCards(transaction, orderId, now),
  async paid(transaction, { order, now }) {
    await operations.redeemGiftCard(transaction, order.orderId, now);
    await operations.issueSoldCards(transaction, order, now);
  },
  cancelled: (transaction, { order, now }) => operations.returnGiftCard(transaction, order.orderId, now),
  deleting: detachCardsFromOrders,
};
