import type { CallPath } from './call-path.ts';

export const contentPaths = {
  fetchContentByPath: {
    method: 'GET',
    path: '/api/content/getbypath',
    cache: 'short',
    scoped: true,
    requires: ['path'],
  },
  fetchContentPage: { method: 'GET', path: '/api/content/{contentPageId}', cache: 'short', scoped: true },
  fetchMedia: { method: 'GET', path: '/api/media', cache: 'short', scoped: true },
  fetchMediaItem: { method: 'GET', path: '/api/media/{id}', cache: 'short', scoped: true },
  fetchAdvice: { method: 'GET', path: '/api/advice', cache: 'short', scoped: true },
  fetchAdviceItem: { method: 'GET', path: '/api/advice/{id}', cache: 'short', scoped: true },
  fetchBlog: { method: 'GET', path: '/api/blog', cache: 'short', scoped: true },
  fetchBlogItem: { method: 'GET', path: '/api/blog/{id}', cache: 'short', scoped: true },
  fetchFaq: { method: 'GET', path: '/api/faq/{contentPageId}', cache: 'short', scoped: true },
  fetchPartners: { method: 'GET', path: '/api/partners', cache: 'short', scoped: true },
  fetchPartner: { method: 'GET', path: '/api/partners/{id}', cache: 'short', scoped: true },
  fetchNavigation: { method: 'GET', path: '/api/navigations/{id}', cache: 'long', scoped: true },
  fetchFooter: { method: 'GET', path: '/api/footers/{id}', cache: 'long', scoped: true },
  fetchUsps: { method: 'GET', path: '/api/usps/{collectionId}', cache: 'short', scoped: true },
  fetchNotification: { method: 'GET', path: '/api/notifications/{id}', cache: 'short', scoped: true },
} as const satisfies Record<string, CallPath>;
