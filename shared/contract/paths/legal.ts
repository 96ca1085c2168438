import type { CallPath } from './call-path.ts';

/** As long as the settings of a site, which they are part of. */
export const legalPaths = {
  fetchLegalTexts: { method: 'GET', path: '/api/legal', cache: 'long', scoped: true },
} as const satisfies Record<string, CallPath>;
