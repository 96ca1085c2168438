import type { CallPath } from './call-path.ts';

/** Cached as long as the settings of a site, which these texts are part of. */
export const legalPaths = {
  fetchLegalTexts: { method: 'GET', path: '/api/legal', cache: 'long', scoped: true },
} as const satisfies Record<string, CallPath>;
