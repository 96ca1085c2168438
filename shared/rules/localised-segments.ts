/** Locale files of the shop; a Language's `code` is one of them. */
export const locales = ['nl', 'de', 'en', 'da', 'it', 'pt', 'es', 'sv', 'et'] as const;
export type Locale = (typeof locales)[number];

/** Screens whose first path segment differs per language. All other addresses live in the content tree or are the same everywhere. */
export const screens = ['compare', 'cart', 'checkout', 'search', 'dealers', 'feedAdvice'] as const;
export type Screen = (typeof screens)[number];

const segments: Readonly<Record<Screen, Readonly<Record<Locale, string>>>> = {
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

const screenBySegment: ReadonlyMap<string, Screen> = new Map(
  screens.flatMap((screen) => locales.map((locale) => [segments[screen][locale], screen] as const)),
);

/** Whether a language code is one that the shop has texts and addresses for. */
export function isLocale(code: string): code is Locale {
  return locales.some((locale) => locale === code);
}

/**
 * First path segment of a screen in a language, without slashes.
 *
 * @param locale a Language's `code`; one that the shop has no texts for gets the English segment, as it gets English texts
 */
export function getSegment(screen: Screen, locale: string): string {
  return segments[screen][isLocale(locale) ? locale : 'en'];
}

/** The screen that a first path segment means in any of the languages, or undefined. No segment means two screens. */
export function getScreenOfSegment(segment: string): Screen | undefined {
  return screenBySegment.get(segment);
}

/** A path with the first segment that its screen has in a language; any other path as it is. */
export function localisePath(path: string, locale: string): string {
  const [, first = '', rest = ''] = /^\/([^/]+)(\/.*)$/.exec(path) ?? [];
  const screen = getScreenOfSegment(first);
  return screen === undefined ? path : `/${getSegment(screen, locale)}${rest}`;
}
