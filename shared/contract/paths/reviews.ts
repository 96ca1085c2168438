import type { CallPath } from './call-path.ts';

export const reviewPaths = {
  fetchReviews: { method: 'GET', path: '/api/products/{productId}/reviews', cache: 'long', scoped: true },
  writeReview: { method: 'POST', path: '/api/products/{productId}/reviews', cache: 'never', scoped: true },
  confirmReview: { method: 'POST', path: '/api/reviews/confirm', cache: 'never', scoped: true },
} as const satisfies Record<string, CallPath>;
