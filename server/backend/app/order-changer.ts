import { giftCardOrderReactions } from '../commerce/gift-cards/order-reactions.ts';
import { giftCardOperationsOfOrders } from '../commerce/gift-cards/service.ts';
import { createOrderChanger } from '../commerce/orders/change-order.ts';
import { sampleOrderReactions } from '../commerce/orders/samples/order-reactions.ts';
import type { OrderChanger } from '../commerce/orders/types.ts';
import { createPaymentOrderReactions } from '../commerce/payments/order-reactions.ts';
import { orderPaymentOperations } from '../commerce/payments/service.ts';
import type { OrderPayments } from '../commerce/payments/types.ts';
import { deleteReturnsOfOrders } from '../commerce/returns/queries.ts';

/**
 * Creates the order changer with the reactions of all modules. It needs no provider and no key: jobs of the
 * backend carry out the operations that reactions enqueue.
 *
 * The order of the reactions is the order in which a transaction locks rows: samples come late, because their
 * number series is one row for all orders.
 */
export const createShopOrderChanger = (payments: OrderPayments = orderPaymentOperations): OrderChanger =>
  createOrderChanger({
    payments,
    giftCards: giftCardOperationsOfOrders,
    reactions: [
      { deleting: deleteReturnsOfOrders },
      giftCardOrderReactions,
      sampleOrderReactions,
      createPaymentOrderReactions(payments),
    ],
  });
