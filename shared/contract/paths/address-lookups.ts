import type { CallPath } from './call-path.ts';

/** The query is the visitor's home address, so it must not be in any cache, not even in its keys. */
export const addressLookupPaths = {
  lookUpAddress: {
    method: 'POST',
    path: '/api/addresses/lookup',
    cache: 'never',
    scoped: true,
  },
} as const satisfies Record<string, CallPath>;
