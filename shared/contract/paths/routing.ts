import type { CallPath } from './call-path.ts';

export const routingPaths = {
  fetchRoute: {
    method: 'GET',
    path: '/api/routing/getbyurl',
    cache: 'short',
    scoped: true,
    deduplicated: true,
    requires: ['url'],
  },
  resolveUrl: {
    method: 'POST',
    path: '/api/routing/geturl',
    cache: 'never',
    scoped: true,
    deduplicated: true,
  },
  fetchSitemap: { method: 'GET', path: '/api/routing/sitemap', cache: 'short', scoped: true },
  fetchSitemapFile: {
    method: 'GET',
    path: '/api/routing/sitemap/{section}/{page}',
    cache: 'short',
    scoped: true,
  },
} as const satisfies Record<string, CallPath>;
