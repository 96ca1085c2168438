/**
 * First path segment of the screens whose address is translated. Account and media paths are the same in every
 * language and not in this table. No content may take one of these words of any language as its slug.
 */
const segments = {
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
} as const satisfies Record<string, Readonly<Record<string, string>>>;

export type LocalizedScreen = keyof typeof segments;

const screens = Object.keys(segments) as LocalizedScreen[];

/**
 * Path of a screen in a language, for example `/zoeken/`.
 *
 * @param languageCode name of a locale file: nl, de, da, en, it, pt, es, sv or et
 * @throws RangeError for a language that has no such path
 */
export function getScreenPath(screen: LocalizedScreen, languageCode: string): string {
  const byLanguage: Readonly<Record<string, string>> = segments[screen];
  const segment = Object.hasOwn(byLanguage, languageCode) ? byLanguage[languageCode] : undefined;
  if (segment === undefined) throw new RangeError(`No path of '${screen}' in '${languageCode}'`);
  return `/${segment}/`;
}

/**
 * Screen that a first path segment means, in any language: other languages' words redirect to this language's.
 *
 * Some words belong to one screen in several languages, none to two screens (a test proves it).
 *
 * @param segment lower-case, without slashes
 */
export function findScreen(segment: string): LocalizedScreen | null {
  return (
    screens.find((screen) => (Object.values(segments[screen]) as readonly string[]).includes(segment)) ?? null
  );
}

/** Every word of the table, for the check that no slug collides with one. */
export const localizedSegments: readonly string[] = [
  ...new Set(screens.flatMap((screen) => Object.values(segments[screen]))),
];
