import type { CallPath } from './call-path.ts';

export const stockReminderPaths = {
  requestStockReminder: {
    method: 'POST',
    path: '/api/products/{productVariantId}/stockreminder',
    cache: 'never',
    scoped: true,
  },
  confirmStockReminder: {
    method: 'POST',
    path: '/api/stockreminders/confirm',
    cache: 'never',
    scoped: true,
  },
  endStockReminder: {
    method: 'POST',
    path: '/api/stockreminders/unsubscribe',
    cache: 'never',
    scoped: true,
  },
} as const satisfies Record<string, CallPath>;
