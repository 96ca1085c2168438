// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of sources

/** Faults of the browser code, most of which the server renders as well. */
export const faultsInClient = [
  {
    id: 'cart-quantity-ignored',
    file: 'client/pages/cart/actions.ts',
    find: "const quantity = parseInteger(fields.get('quantity') || '1');",
    replace: "const quantity = parseInteger(fields.get('pieces') || '1');",
    fault: 'One piece is added to the cart, whatever the requested quantity.',
    browserTests: ['cart'],
  },
  {
    id: 'visitor-cart-of-another-site',
    file: 'client/store/visitor-cart-id.ts',
    find: 'return readStorage(CART_SITE_STORAGE_KEY) === String(site.siteId) ? stored : null;',
    replace: 'return readStorage(CART_SITE_STORAGE_KEY) !== null ? stored : null;',
    fault: 'The client uses the cart of another site, and every call for it fails.',
  },
  {
    id: 'form-keeps-focus-on-button',
    file: 'client/forms/use-form.ts',
    find: '    target?.focus();',
    replace: '    target?.scrollIntoView?.();',
    fault: 'After a refusal the focus does not move to the error summary.',
    browserTests: ['accounts', 'checkout'],
  },
  {
    id: 'tracking-without-consent',
    file: 'client/features/consent/Consent.tsx',
    find: "categories.some((category) => category !== 'preferences' && consent.isGranted(category));",
    replace: "categories.some((category) => category !== 'preferences');",
    fault: 'The tag manager is loaded for visitors who have not agreed, or have refused.',
    browserTests: ['tag-manager', 'consent'],
  },
  {
    id: 'navigation-without-focus',
    file: 'client/navigation/Arrival.tsx',
    find: 'target.focus({ preventScroll: true });',
    replace: "target.scrollIntoView({ block: 'nearest' });",
    fault: 'After a navigation the focus does not move to the new heading.',
    browserTests: ['journey', 'client-navigation', 'screens'],
  },
  {
    id: 'navigator-shows-late-page',
    file: 'client/navigation/navigator.ts',
    find: '    pending?.abort();\n    window.clearTimeout(failureTimer);',
    replace: '    window.clearTimeout(failureTimer);',
    fault: 'A slow page replaces a page that was requested later.',
  },
  {
    id: 'hydrated-state-without-host',
    file: 'client/store/dehydrated-state.ts',
    find: "url: at.startsWith('/') ? `${findShopOrigin(shops, siteId, languageId)}${at}` : at,",
    replace: 'url: at,',
    fault: 'After hydration, links to other countries lead to the current shop.',
  },
  {
    id: 'site-switch-wrong-language',
    file: 'client/shell/site-choice.ts',
    find: 'alternate.siteId === siteId && alternate.languageId === language.languageId',
    replace: 'alternate.siteId === siteId && language.languageId > 0',
    fault: 'Every language link leads to the first language of that country.',
  },
  {
    id: 'order-token-stays-in-address',
    file: 'client/pages/checkout-complete/use-polled-order.ts',
    find: 'window.location.pathname);',
    replace: 'window.location.pathname + window.location.search);',
    fault: 'The order token remains in the URL, where analytics scripts can read it.',
    browserTests: ['orders', 'checkout-journeys'],
  },
];
