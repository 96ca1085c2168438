import type { CallPath } from './call-path.ts';

export const siloQuotationPaths = {
  fetchSiloOffer: { method: 'GET', path: '/api/siloquotations/offer', cache: 'short', scoped: true },
  requestSiloQuotation: { method: 'POST', path: '/api/siloquotations', cache: 'never', scoped: true },
} as const satisfies Record<string, CallPath>;
