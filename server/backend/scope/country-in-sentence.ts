interface Article {
  /** The name with its article, as it stands after a preposition that leaves both as they are. */
  readonly name: string;
  /** What 'in' and the name become together, where they melt or change case. */
  readonly inside?: string;
}

/** Names of countries that take an article within a sentence, by language; all others stand alone. */
const articles: Readonly<Record<string, Readonly<Record<string, Article>>>> = {
  de: {
    Niederlande: { name: 'die Niederlande', inside: 'in den Niederlanden' },
    'Vereinigtes Königreich': { name: 'das Vereinigte Königreich', inside: 'im Vereinigten Königreich' },
  },
  en: { Netherlands: { name: 'the Netherlands' }, 'United Kingdom': { name: 'the United Kingdom' } },
  it: {
    'Paesi Bassi': { name: 'i Paesi Bassi', inside: 'nei Paesi Bassi' },
    'Regno Unito': { name: 'il Regno Unito', inside: 'nel Regno Unito' },
  },
  nl: { 'Verenigd Koninkrijk': { name: 'het Verenigd Koninkrijk' } },
};

/**
 * Fills `{country}` as the language says it: 'in the Netherlands', 'in den Niederlanden', 'in Nederland'.
 *
 * @param name of the country in that language, as lists have it
 */
export function fillCountry(text: string, name: string, languageCode: string): string {
  const article = articles[languageCode]?.[name];
  const { inside } = article ?? {};
  const filled = inside === undefined ? text : text.replaceAll(/\bin \{country\}/g, inside);
  return filled.replaceAll('{country}', article?.name ?? name);
}
