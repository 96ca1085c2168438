import type { CallPath } from './call-path.ts';

export const productPaths = {
  searchProducts: {
    method: 'POST',
    path: '/api/products/search',
    cache: 'short',
    scoped: true,
    deduplicated: true,
  },
  suggestProducts: {
    method: 'GET',
    path: '/api/products/suggestions',
    cache: 'short',
    scoped: true,
    requires: ['term'],
  },
  fetchProduct: { method: 'GET', path: '/api/products/{productVariantId}', cache: 'short', scoped: true },
  fetchProducts: { method: 'GET', path: '/api/products', cache: 'short', scoped: true, requires: ['ids'] },
  fetchRelatedProducts: {
    method: 'GET',
    path: '/api/products/{productVariantId}/related',
    cache: 'short',
    scoped: true,
  },
} as const satisfies Record<string, CallPath>;
