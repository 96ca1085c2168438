import type { CallPath } from './call-path.ts';

/** The query is the visitor's location, so it must not be in any cache, not even in its keys. */
export const locationPaths = {
  fetchParcelShops: { method: 'GET', path: '/api/parcelshops', cache: 'never', scoped: true },
  fetchDealers: { method: 'GET', path: '/api/dealers', cache: 'never', scoped: true },
} as const satisfies Record<string, CallPath>;
