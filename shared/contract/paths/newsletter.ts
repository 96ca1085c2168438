import type { CallPath } from './call-path.ts';

export const newsletterPaths = {
  requestNewsletter: { method: 'POST', path: '/api/newsletter', cache: 'never', scoped: true },
  confirmNewsletter: { method: 'POST', path: '/api/newsletter/confirm', cache: 'never', scoped: true },
  endNewsletter: { method: 'POST', path: '/api/newsletter/unsubscribe', cache: 'never', scoped: true },
} as const satisfies Record<string, CallPath>;
