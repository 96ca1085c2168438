/**
 * Method, path and caching of every call: the part of the contract that the browser needs, free of schemas.
 * The schemas of the same calls are in `calls.ts`; a type there proves that the two tables agree.
 *
 * - `cache`: 'long' is kept for 15 minutes, 'short' for 2 seconds, 'never' not at all (specification §7). Languages are 'long'
 *   as a part of what a site is: without them there is no scope, and no page in the site's layout while the backend is away.
 * - `scoped`: the backend wants a known siteid and languageid.
 */
export interface CallPath {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly cache: 'long' | 'short' | 'never';
  readonly scoped: boolean;
  /** Simultaneous equal calls become one (specification §7: product search and routing). */
  readonly deduplicated?: true;
}

export const callPaths = {
  fetchSiteByDomain: { method: 'GET', path: '/api/sites/getbydomain', cache: 'long', scoped: false },
  fetchSite: { method: 'GET', path: '/api/sites/{id}', cache: 'long', scoped: false },
  fetchSites: { method: 'GET', path: '/api/sites', cache: 'long', scoped: false },
  checkLocalization: { method: 'POST', path: '/api/sites', cache: 'never', scoped: false },
  fetchSiteSettings: { method: 'GET', path: '/api/sites/{id}/settings', cache: 'long', scoped: false },
  fetchLanguages: { method: 'GET', path: '/api/language', cache: 'long', scoped: false },
  fetchLanguage: { method: 'GET', path: '/api/language/{id}', cache: 'long', scoped: false },
  fetchCountries: { method: 'GET', path: '/api/countries', cache: 'long', scoped: false },
  fetchCountriesLocalizedName: {
    method: 'GET',
    path: '/api/countries/localizedname',
    cache: 'long',
    scoped: true,
  },
  fetchCountry: { method: 'GET', path: '/api/countries/{id}', cache: 'long', scoped: false },
  fetchCountryLocalizedName: {
    method: 'GET',
    path: '/api/countries/{id}/localizedname',
    cache: 'long',
    scoped: true,
  },
  fetchRoute: {
    method: 'GET',
    path: '/api/routing/getbyurl',
    cache: 'short',
    scoped: true,
    deduplicated: true,
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
  fetchFeedPage: { method: 'GET', path: '/api/feeds/products', cache: 'short', scoped: true },
  fetchContentByPath: { method: 'GET', path: '/api/content/getbypath', cache: 'short', scoped: true },
  fetchContentPage: { method: 'GET', path: '/api/content/{contentPageId}', cache: 'short', scoped: true },
  fetchMedia: { method: 'GET', path: '/api/media', cache: 'short', scoped: true },
  fetchMediaItem: { method: 'GET', path: '/api/media/{id}', cache: 'short', scoped: true },
  fetchAdvice: { method: 'GET', path: '/api/advice', cache: 'short', scoped: true },
  fetchBlog: { method: 'GET', path: '/api/blog', cache: 'short', scoped: true },
  fetchNavigation: { method: 'GET', path: '/api/navigations/{id}', cache: 'long', scoped: true },
  fetchFooter: { method: 'GET', path: '/api/footers/{id}', cache: 'long', scoped: true },
  fetchUsps: { method: 'GET', path: '/api/usps/{collectionId}', cache: 'short', scoped: true },
  fetchNotification: { method: 'GET', path: '/api/notifications/{id}', cache: 'short', scoped: true },
  searchProducts: {
    method: 'POST',
    path: '/api/products/search',
    cache: 'short',
    scoped: true,
    deduplicated: true,
  },
  suggestProducts: { method: 'GET', path: '/api/products/suggestions', cache: 'short', scoped: true },
  fetchProduct: { method: 'GET', path: '/api/products/{productVariantId}', cache: 'short', scoped: true },
  requestStockReminder: {
    method: 'POST',
    path: '/api/products/{productVariantId}/stockreminder',
    cache: 'never',
    scoped: true,
  },
  confirmStockReminder: {
    method: 'POST',
    path: '/api/stockreminders/confirm',
    cache: 'never',
    scoped: true,
  },
  endStockReminder: {
    method: 'POST',
    path: '/api/stockreminders/unsubscribe',
    cache: 'never',
    scoped: true,
  },
  fetchProducts: { method: 'GET', path: '/api/products', cache: 'short', scoped: true },
  fetchRelatedProducts: {
    method: 'GET',
    path: '/api/products/{productVariantId}/related',
    cache: 'short',
    scoped: true,
  },
  fetchSiloOffer: { method: 'GET', path: '/api/siloquotations/offer', cache: 'short', scoped: true },
  requestSiloQuotation: { method: 'POST', path: '/api/siloquotations', cache: 'never', scoped: true },
  fetchReviews: { method: 'GET', path: '/api/products/{productId}/reviews', cache: 'long', scoped: true },
  writeReview: { method: 'POST', path: '/api/products/{productId}/reviews', cache: 'never', scoped: true },
  confirmReview: { method: 'POST', path: '/api/reviews/confirm', cache: 'never', scoped: true },
} as const satisfies Record<string, CallPath>;

export type CallName = keyof typeof callPaths;
