interface CountryWithArticle {
  /** Name with its article, as used after a preposition that changes neither. */
  readonly name: string;
  /** Contraction of 'in' and the name, or their inflected form. */
  readonly inside?: string;
}

/** Names of countries that need an article within a sentence, by language. */
const countriesWithArticle: Readonly<Record<string, Readonly<Record<string, CountryWithArticle>>>> = {
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
 * Replaces `{country}` with the name in its grammatical form: 'in the Netherlands', 'in den Niederlanden',
 * 'in Nederland'.
 *
 * @param name name of the country in that language, as in lists
 */
export function fillCountry(text: string, name: string, languageCode: string): string {
  const article = countriesWithArticle[languageCode]?.[name];
  const { inside } = article ?? {};
  const filled = inside === undefined ? text : text.replaceAll(/\bin \{country\}/g, inside);
  return filled.replaceAll('{country}', article?.name ?? name);
}
