// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of sources

/** Faults of the web server, and of the modules that both servers share. */
export const webFaults = [
  {
    id: 'cache-key-without-language',
    file: 'server/web/cache/cache-key.ts',
    find: 'scope ? `${scope.siteId}/${scope.languageId}`',
    replace: 'scope ? `${scope.siteId}`',
    fault: 'A visitor gets texts in another language of the site, out of the cache of answers.',
  },
  {
    id: 'api-proxy-language-of-visitor',
    file: 'server/web/middleware/api-proxy.ts',
    find: "if (request.method !== 'GET' || !localizedName",
    replace: "if (request.method !== 'GET' && !localizedName",
    fault: 'A header that the visitor sends decides the language of every read, in place of the host.',
  },
  {
    id: 'page-form-of-another-site',
    file: 'server/web/pages/page-form.ts',
    find: 'if (isForeignRequest(request)) throw new',
    replace: "if (isForeignRequest(request) && request.method !== 'POST') throw new",
    fault: 'A page of another site can send forms of the shop in the name of its visitor.',
  },
  {
    id: 'private-page-in-shared-cache',
    file: 'server/web/pages/page-headers.ts',
    find: "'cache-control': isPrivate ? 'private, no-store'",
    replace: "'cache-control': isPersonal ? 'private, no-store'",
    fault: 'A cache in front of the shop may keep the page of a cart and send it to others.',
  },
  {
    id: 'csp-allows-inline-scripts',
    file: 'server/web/middleware/security-headers.ts',
    find: `'script-src': "'self'",`,
    replace: `'script-src': "'self' 'unsafe-inline'",`,
    fault: 'A script that somebody has smuggled into a page runs.',
  },
  {
    id: 'script-json-not-escaped',
    file: 'server/platform/markup.ts',
    find: "  '<': '\\\\u003c',\n",
    replace: '',
    fault: 'A text that holds the end of a script element becomes markup of the page.',
  },
  {
    id: 'quotes-not-escaped',
    file: 'server/platform/markup.ts',
    find: `/[&<>"']/g`,
    replace: '/[&<>]/g',
    fault: 'A text that holds a quote can add attributes to elements of mails and of the pages of staff.',
  },
  {
    id: 'error-page-with-status-200',
    file: 'server/web/middleware/error-page.ts',
    find: "response.status(status).set('cache-control', 'no-store');",
    replace: "response.set('cache-control', 'no-store');",
    fault: 'Search engines take the page that tells of an error for a page of the shop.',
  },
  {
    id: 'flight-not-aborted',
    file: 'server/web/cache/flights.ts',
    find: 'if (waiting > 0 || hasEnded) return;',
    replace: 'if (waiting >= 0 || hasEnded) return;',
    fault: 'The backend goes on with calls whose visitors have all left.',
  },
  {
    id: 'purged-page-is-kept',
    file: 'server/web/pages/page-cache.ts',
    find: 'if (!isWorthKeeping || isLesser || !isCurrent()) {',
    replace: 'if (!isWorthKeeping || isLesser) {',
    fault: 'A page with an old price stays in the cache where it was being made during a purge.',
  },
  {
    id: 'signed-in-visitor-in-page-cache',
    file: 'server/web/middleware/session-cookie.ts',
    find: '(?:__Host-)?(?:sid|preview)=/',
    replace: '(?:__Host-)?(?:preview)=/',
    fault:
      'Pages for somebody who is signed in are taken from the cache of all, and marked as the same for all.',
  },
  {
    id: 'product-feed-prices-swapped',
    file: 'server/web/crawlers/product-feed.ts',
    find: "(price.formerAmountInclVat))}${createElement('g:sale_price', formatPrice(price.amountInclVat))}",
    replace:
      "(price.amountInclVat))}${createElement('g:sale_price', formatPrice(price.formerAmountInclVat))}",
    fault: 'The product feed tells the former price as the reduced one.',
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
