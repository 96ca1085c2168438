import type { CallPath } from './call-path.ts';

/** An order is private to its customer, so it is never cached. */
const own = { cache: 'never', scoped: true } as const;

export const orderPaths = {
  fetchPaymentMethods: { method: 'GET', path: '/api/cart/{id}/paymentmethods', ...own },
  completeCart: { method: 'POST', path: '/api/cart/{id}/complete', ...own },
  fetchOrderStatus: {
    method: 'GET',
    path: '/api/orders/{orderId}/status',
    ...own,
    requires: ['token'],
  },
  fetchOrders: { method: 'GET', path: '/api/orders', ...own },
  fetchLastOrder: { method: 'GET', path: '/api/orders/last', ...own },
  fetchOrder: { method: 'GET', path: '/api/orders/{orderId}', ...own },
  fetchInvoices: { method: 'GET', path: '/api/invoices', ...own },
  startOrderPayment: { method: 'POST', path: '/api/orders/{orderId}/payment', ...own },
  cancelOrder: { method: 'POST', path: '/api/orders/{orderId}/cancel', ...own },
  reorder: { method: 'POST', path: '/api/orders/{orderId}/reorder', ...own },
} as const satisfies Record<string, CallPath>;
