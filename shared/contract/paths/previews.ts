import type { CallPath } from './call-path.ts';

/** A preview is private to the recipients of a staff member's link, so it is never cached. */
export const previewPaths = {
  fetchPreview: { method: 'GET', path: '/api/preview', cache: 'never', scoped: true },
  openPreview: { method: 'POST', path: '/api/preview', cache: 'never', scoped: true },
  movePreview: { method: 'PUT', path: '/api/preview', cache: 'never', scoped: true },
  leavePreview: { method: 'DELETE', path: '/api/preview', cache: 'never', scoped: true },
} as const satisfies Record<string, CallPath>;
