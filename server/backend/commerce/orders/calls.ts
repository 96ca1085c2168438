import { type Call, createCall } from '../../sites/scoped-call.ts';
import type { AccountOrderService } from './account-orders.ts';
import type { CustomerOrderService } from './customer-orders.ts';
import type { PlaceOrder } from './place-order.ts';

/** Creates the handlers of the order calls. */
export function createOrderCalls({
  placeOrder,
  customers,
  accounts,
}: {
  readonly placeOrder: PlaceOrder;
  readonly customers: CustomerOrderService;
  readonly accounts: AccountOrderService;
}): Call[] {
  return [
    createCall('fetchPaymentMethods', (context) => customers.fetchPaymentMethods(context)),
    createCall('completeCart', placeOrder),
    createCall('fetchOrderStatus', (context, input) => customers.fetchStatus(context, input)),
    createCall('fetchOrders', (context, input) => accounts.fetchOrders(context, input)),
    createCall('fetchLastOrder', (context) => customers.fetchLast(context)),
    createCall('fetchOrder', (context, input) => customers.fetchOrder(context, input)),
    createCall('fetchInvoices', (context) => accounts.fetchInvoices(context)),
    createCall('startOrderPayment', (context, input) => customers.startPayment(context, input)),
    createCall('cancelOrder', (context, input) => customers.cancel(context, input)),
    createCall('reorder', (context, input) => customers.reorder(context, input)),
  ];
}
