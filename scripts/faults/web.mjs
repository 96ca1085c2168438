// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of sources

/** Faults of the web server, and of the modules that both servers share. */
export const faultsInWeb = [
  {
    id: 'cache-key-without-language',
    file: 'server/web/cache/cache-key.ts',
    find: 'scope ? `${scope.siteId}/${scope.languageId}`',
    replace: 'scope ? `${scope.siteId}`',
    fault: 'The response cache returns texts in another language of the site.',
  },
  {
    id: 'api-proxy-language-of-visitor',
    file: 'server/web/middleware/api-proxy.ts',
    find: "if (request.method !== 'GET' || !localizedName",
    replace: "if (request.method !== 'GET' && !localizedName",
    fault: 'A request header overrides the language of the host.',
  },
  {
    id: 'page-form-of-another-site',
    file: 'server/web/pages/page-form.ts',
    find: "if (isCrossSiteRequest(request.headers, request.get('host'))) throw new",
    replace:
      "if (isCrossSiteRequest(request.headers, request.get('host')) && request.method !== 'POST') throw new",
    fault: 'Forms of the shop are accepted from pages of other sites.',
  },
  {
    id: 'private-page-in-shared-cache',
    file: 'server/web/pages/page-headers.ts',
    find: "'cache-control': isPrivate ? 'private, no-store'",
    replace: "'cache-control': isPersonal ? 'private, no-store'",
    fault: 'Shared caches may store the cart page of a visitor.',
  },
  {
    id: 'csp-allows-inline-scripts',
    file: 'server/web/middleware/security-headers.ts',
    find: `'script-src': "'self'",`,
    replace: `'script-src': "'self' 'unsafe-inline'",`,
    fault: 'The content security policy allows injected scripts.',
  },
  {
    id: 'script-json-not-escaped',
    file: 'server/platform/markup.ts',
    find: "  '<': '\\\\u003c',\n",
    replace: '',
    fault: 'A text with the end of a script element becomes markup.',
  },
  {
    id: 'quotes-not-escaped',
    file: 'server/platform/markup.ts',
    find: `/[&<>"']/g`,
    replace: '/[&<>]/g',
    fault: 'A text with a quote can inject attributes into mails and back-office pages.',
  },
  {
    id: 'error-page-with-status-200',
    file: 'server/web/middleware/error-page.ts',
    find: "response.status(status).set('cache-control', 'no-store');",
    replace: "response.set('cache-control', 'no-store');",
    fault: 'Error pages can be indexed by search engines.',
  },
  {
    id: 'flight-not-aborted',
    file: 'server/web/cache/flights.ts',
    find: 'if (waiting > 0 || hasEnded) return;',
    replace: 'if (waiting >= 0 || hasEnded) return;',
    fault: 'The backend continues calls whose visitors have all disconnected.',
  },
  {
    id: 'purged-page-is-kept',
    file: 'server/web/pages/page-cache.ts',
    find: 'if (!isStorable || isReplacingComplete || !isCurrent()) {',
    replace: 'if (!isStorable || isReplacingComplete) {',
    fault: 'A page that is rendered during a purge is cached with outdated content.',
  },
  {
    id: 'signed-in-visitor-in-page-cache',
    file: 'server/web/middleware/session-cookie.ts',
    find: '(?:__Host-)?(?:sid|preview)=/',
    replace: '(?:__Host-)?(?:preview)=/',
    fault: 'Pages of signed-in visitors are served from the public cache.',
  },
  {
    id: 'product-feed-prices-swapped',
    file: 'server/web/crawlers/product-feed.ts',
    find: "(price.formerAmountInclVat))}${createElement('g:sale_price', formatPrice(price.amountInclVat))}",
    replace:
      "(price.amountInclVat))}${createElement('g:sale_price', formatPrice(price.formerAmountInclVat))}",
    fault: 'The product feed contains the former price as the reduced one.',
  },
  {
    id: 'site-host-wrong-language',
    file: 'server/web/context/site-hosts.ts',
    find: `    for (const { domain, languageId } of site.languages) {
      const registeredDomain = getRealDomain(domain, siteDomains);
      hosts.set(registeredDomain, { site, languageId,`,
    replace: `    for (const { domain } of site.languages) {
      const registeredDomain = getRealDomain(domain, siteDomains);
      hosts.set(registeredDomain, { site, languageId: fallbackLanguageId,`,
    fault: 'The French host of the Belgian shop is Dutch.',
  },
];
