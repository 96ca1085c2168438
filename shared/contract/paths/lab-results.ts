import type { CallPath } from './call-path.ts';

/** A result is readable only with its key, so it is never cached. */
const uncachedCall = { cache: 'never', scoped: true } as const;

export const labResultPaths = {
  fetchRqsResults: { method: 'GET', path: '/api/rqs-results', ...uncachedCall },
  fetchRqsResult: { method: 'GET', path: '/api/rqs-results/{key}', ...uncachedCall },
  readRqsResult: { method: 'POST', path: '/api/rqs-results/{key}/read', ...uncachedCall },
  replaceRqsLink: { method: 'POST', path: '/api/rqs-results/{key}/replacelink', ...uncachedCall },
  fetchQsResults: { method: 'GET', path: '/api/qs-results', ...uncachedCall },
  fetchQsResult: { method: 'GET', path: '/api/qs-results/{key}', ...uncachedCall },
  readQsResult: { method: 'POST', path: '/api/qs-results/{key}/read', ...uncachedCall },
  replaceQsLink: { method: 'POST', path: '/api/qs-results/{key}/replacelink', ...uncachedCall },
} as const satisfies Record<string, CallPath>;
