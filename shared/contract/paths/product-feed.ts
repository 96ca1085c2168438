import type { CallPath } from './call-path.ts';

export const productFeedPaths = {
  fetchProductFeed: {
    method: 'GET',
    path: '/api/feeds/products',
    cache: 'short',
    scoped: true,
    requires: ['after'],
  },
} as const satisfies Record<string, CallPath>;
