import type { CallPath } from './call-path.ts';

/** An order is private to its customer, so it is never cached. */
const uncachedCall = { cache: 'never', scoped: true } as const;

export const orderPaths = {
  fetchPaymentMethods: { method: 'GET', path: '/api/cart/{id}/paymentmethods', ...uncachedCall },
  completeCart: { method: 'POST', path: '/api/cart/{id}/complete', ...uncachedCall },
  fetchOrderStatus: {
    method: 'GET',
    path: '/api/orders/{orderId}/status',
    ...uncachedCall,
    requires: ['token'],
  },
  fetchOrders: { method: 'GET', path: '/api/orders', ...uncachedCall },
  fetchLastOrder: { method: 'GET', path: '/api/orders/last', ...uncachedCall },
  fetchOrder: { method: 'GET', path: '/api/orders/{orderId}', ...uncachedCall },
  fetchInvoices: { method: 'GET', path: '/api/invoices', ...uncachedCall },
  startOrderPayment: { method: 'POST', path: '/api/orders/{orderId}/payment', ...uncachedCall },
  cancelOrder: { method: 'POST', path: '/api/orders/{orderId}/cancel', ...uncachedCall },
  reorder: { method: 'POST', path: '/api/orders/{orderId}/reorder', ...uncachedCall },
} as const satisfies Record<string, CallPath>;
