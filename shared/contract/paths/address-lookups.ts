import type { CallPath } from './call-path.ts';

/** Where a visitor lives: no cache keeps it, not even in its keys. */
export const addressLookupPaths = {
  lookUpAddress: {
    method: 'POST',
    path: '/api/addresses/lookup',
    cache: 'never',
    scoped: true,
  },
} as const satisfies Record<string, CallPath>;
