import { type Call, createCall } from '../../http/call.ts';
import type { CustomerOrderService } from './customer-orders.ts';
import type { PlaceOrder } from './place-order.ts';

/** The calls of orders. */
export function createOrderCalls({
  placeOrder,
  customers,
}: {
  readonly placeOrder: PlaceOrder;
  readonly customers: CustomerOrderService;
}): Call[] {
  return [
    createCall('fetchPaymentMethods', (context) => customers.fetchPaymentMethods(context)),
    createCall('completeCart', placeOrder),
    createCall('fetchOrderStatus', (context, input) => customers.fetchStatus(context, input)),
    createCall('startOrderPayment', (context, input) => customers.startPayment(context, input)),
    createCall('cancelOrder', (context, input) => customers.cancel(context, input)),
    createCall('reorder', (context, input) => customers.reorder(context, input)),
  ];
}
