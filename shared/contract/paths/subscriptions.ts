import type { CallPath } from './call-path.ts';

export const subscriptionPaths = {
  fetchSubscriptions: { method: 'GET', path: '/api/subscriptions', cache: 'never', scoped: true },
  updateSubscriptions: { method: 'PUT', path: '/api/subscriptions', cache: 'never', scoped: true },
} as const satisfies Record<string, CallPath>;
