import type { CallPath } from './call-path.ts';

/** The shop as it will be: only for whoever an employee has given a link. */
export const previewPaths = {
  fetchPreview: { method: 'GET', path: '/api/preview', cache: 'never', scoped: true },
  openPreview: { method: 'POST', path: '/api/preview', cache: 'never', scoped: true },
  movePreview: { method: 'PUT', path: '/api/preview', cache: 'never', scoped: true },
  leavePreview: { method: 'DELETE', path: '/api/preview', cache: 'never', scoped: true },
} as const satisfies Record<string, CallPath>;
