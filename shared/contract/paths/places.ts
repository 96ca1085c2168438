import type { CallPath } from './call-path.ts';

/** What is asked for is where a visitor lives: no cache keeps it, not even in its keys. */
export const placePaths = {
  fetchParcelShops: { method: 'GET', path: '/api/parcelshops', cache: 'never', scoped: true },
  fetchDealers: { method: 'GET', path: '/api/dealers', cache: 'never', scoped: true },
} as const satisfies Record<string, CallPath>;
