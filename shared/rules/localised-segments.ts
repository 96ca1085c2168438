/** Locales of the shop, named like their files; the `code` of a Language is one of them. */
export const locales = ['nl', 'de', 'en', 'da', 'it', 'pt', 'es', 'sv', 'et'] as const;
export type Locale = (typeof locales)[number];

/**
 * Static routes whose first path segment differs per language. All other paths belong to the content tree or
 * are the same in every language.
 */
export const staticRoutes = ['compare', 'cart', 'checkout', 'search', 'dealers', 'feedAdvice'] as const;
export type StaticRouteName = (typeof staticRoutes)[number];

const segmentsByRoute: Readonly<Record<StaticRouteName, Readonly<Record<Locale, string>>>> = {
  compare: {
    nl: 'vergelijken',
    de: 'vergleichen',
    en: 'compare',
    da: 'sammenlign',
    it: 'confronta',
    pt: 'comparar',
    es: 'comparar',
    sv: 'jamfor',
    et: 'vordle',
  },
  cart: {
    nl: 'winkelwagen',
    de: 'warenkorb',
    en: 'cart',
    da: 'kurv',
    it: 'carrello',
    pt: 'carrinho',
    es: 'carrito',
    sv: 'varukorg',
    et: 'ostukorv',
  },
  checkout: {
    nl: 'bestellen',
    de: 'kasse',
    en: 'checkout',
    da: 'kassen',
    it: 'cassa',
    pt: 'finalizar',
    es: 'tramitar',
    sv: 'kassa',
    et: 'kassa',
  },
  search: {
    nl: 'zoeken',
    de: 'suche',
    en: 'search',
    da: 'soeg',
    it: 'cerca',
    pt: 'pesquisa',
    es: 'buscar',
    sv: 'sok',
    et: 'otsing',
  },
  dealers: {
    nl: 'verkooppunten',
    de: 'haendler',
    en: 'dealers',
    da: 'forhandlere',
    it: 'rivenditori',
    pt: 'revendedores',
    es: 'distribuidores',
    sv: 'aterforsaljare',
    et: 'edasimuujad',
  },
  feedAdvice: {
    nl: 'voeradvies',
    de: 'futterberatung',
    en: 'feed-advice',
    da: 'foderraad',
    it: 'consigli',
    pt: 'aconselhamento',
    es: 'asesoramiento',
    sv: 'foderrad',
    et: 'soovitus',
  },
};

/** Returns true if the shop has texts and paths for a language code. */
export function isLocale(code: string): code is Locale {
  return locales.some((locale) => locale === code);
}

/**
 * Returns the first path segment of a static route in a language, without slashes.
 *
 * @param locale `code` of a Language; a code without texts gets the English segment, as it gets English texts
 */
export function getLocalisedSegment(screen: StaticRouteName, locale: string): string {
  return segmentsByRoute[screen][isLocale(locale) ? locale : 'en'];
}

/** Returns the static route of a first path segment in any language, or undefined. Segments are unique. */
export function getStaticRouteOfSegment(segment: string): StaticRouteName | undefined {
  return staticRoutes.find((screen) => locales.some((locale) => segmentsByRoute[screen][locale] === segment));
}

/**
 * Translates the first segment of a static route's path into a language; any other path is returned
 * unchanged.
 */
export function localisePath(path: string, locale: string): string {
  const [, first = '', rest = ''] = /^\/([^/]+)(\/.*)$/.exec(path) ?? [];
  const screen = getStaticRouteOfSegment(first);
  return screen === undefined ? path : `/${getLocalisedSegment(screen, locale)}${rest}`;
}
