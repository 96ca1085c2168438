/** A search term in the three forms that the search tries. */
export interface SearchTerms {
  /** For `websearch_to_tsquery`: whole words, quotes and minus signs as people know them. */
  readonly websearch: string;
  /** For `to_tsquery`: every word as a beginning, all of them needed; null where the term has no letter or digit. */
  readonly prefix: string | null;
  /** For `like`: the term somewhere in the name; its wildcards are escaped. */
  readonly contains: string;
  /** For article numbers: beginning of one, wildcards escaped, in upper case. */
  readonly articlePrefix: string;
  /** The term as typed, trimmed. */
  readonly exact: string;
}

const MAX_WORDS = 10;
const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

const umlauts: Readonly<Record<string, string>> = { ae: 'ä', oe: 'ö', ue: 'ü' };

/**
 * A word as a beginning, or its spelling with umlauts: PostgreSQL takes 'muesli' for 'müsli' from version 18 on only. In languages
 * without umlauts the second form finds nothing more.
 */
function toPrefix(word: string): string {
  const spelled = word.replaceAll(/ae|oe|ue/g, (pair) => umlauts[pair] ?? pair);
  return spelled === word ? `${word}:*` : `(${word}:* | ${spelled}:*)`;
}

/**
 * Prepares what a person typed.
 *
 * @returns null where there is nothing to search for
 */
export function createSearchTerms(term: string | null): SearchTerms | null {
  const exact = (term ?? '').normalize('NFC').replaceAll(/\s+/g, ' ').trim();
  if (exact === '') return null;
  const words = [...exact.matchAll(/[\p{L}\p{N}]+/gu)]
    .slice(0, MAX_WORDS)
    .map(([word]) => word.toLowerCase());
  return {
    websearch: exact,
    prefix: words.length === 0 ? null : words.map(toPrefix).join(' & '),
    contains: `%${escapeLike(exact)}%`,
    articlePrefix: `${escapeLike(exact.toUpperCase())}%`,
    exact,
  };
}
