import type { CallPath } from './call-path.ts';

/** `POST /api/returns` and the photos are not in this table, because they transfer files. */
export const returnPaths = {
  fetchReturns: { method: 'GET', path: '/api/returns', cache: 'never', scoped: true },
  fetchReturnableProducts: {
    method: 'GET',
    path: '/api/returns/products',
    cache: 'never',
    scoped: true,
  },
} as const satisfies Record<string, CallPath>;
