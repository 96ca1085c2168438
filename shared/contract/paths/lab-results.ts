import type { CallPath } from './call-path.ts';

/** A result is readable only with its key, so it is never cached. */
const own = { cache: 'never', scoped: true } as const;

export const labResultPaths = {
  fetchRqsResults: { method: 'GET', path: '/api/rqs-results', ...own },
  fetchRqsResult: { method: 'GET', path: '/api/rqs-results/{key}', ...own },
  readRqsResult: { method: 'POST', path: '/api/rqs-results/{key}/read', ...own },
  replaceRqsLink: { method: 'POST', path: '/api/rqs-results/{key}/replacelink', ...own },
  fetchQsResults: { method: 'GET', path: '/api/qs-results', ...own },
  fetchQsResult: { method: 'GET', path: '/api/qs-results/{key}', ...own },
  readQsResult: { method: 'POST', path: '/api/qs-results/{key}/read', ...own },
  replaceQsLink: { method: 'POST', path: '/api/qs-results/{key}/replacelink', ...own },
} as const satisfies Record<string, CallPath>;
