import type { CallPath } from './call-path.ts';

/** Details of a horse and its reports are private to the visitor, so they are never cached. */
export const feedAdvicePaths = {
  fetchAdvisedHorseTypes: {
    method: 'GET',
    path: '/api/feedadvice/horsetypes',
    cache: 'short',
    scoped: true,
  },
  calculateFeedAdvice: {
    method: 'POST',
    path: '/api/feedadvice/calculate',
    cache: 'never',
    scoped: true,
  },
  fetchSavedAdvice: { method: 'GET', path: '/api/feedadvice', cache: 'never', scoped: true },
  saveFeedAdvice: { method: 'POST', path: '/api/feedadvice', cache: 'never', scoped: true },
  changeFeedAdvice: { method: 'PUT', path: '/api/feedadvice/{id}', cache: 'never', scoped: true },
  deleteFeedAdvice: { method: 'DELETE', path: '/api/feedadvice/{id}', cache: 'never', scoped: true },
  readFeedAdvice: { method: 'POST', path: '/api/feedadvice/{id}/read', cache: 'never', scoped: true },
} as const satisfies Record<string, CallPath>;
