import { normalizeWord } from '../../../../shared/rules/words.ts';

/** A search term in the forms that the search tries. */
export interface SearchTerms {
  /** For `websearch_to_tsquery`: a term with quotes or minus signs, as people know them from other searches; null for any other. */
  readonly websearch: string | null;
  /** For `to_tsquery`: every word as a beginning or one of its synonyms, all of them needed; null where `websearch` is not, or nothing is a letter or digit. */
  readonly prefix: string | null;
  /** As `prefix`, without synonyms. */
  readonly typed: string | null;
  /** For `like`: the term somewhere in the name; its wildcards are escaped. Null where the term is too short to tell anything. */
  readonly contains: string | null;
  /** For article numbers: beginning of one, wildcards escaped, in upper case. */
  readonly articlePrefix: string;
  /** The term as typed, trimmed. */
  readonly exact: string;
}

/** Synonyms by what was typed, one word or two. */
export type Synonyms = ReadonlyMap<string, readonly string[]>;

const MAX_WORDS = 10;
/** An index of trigrams finds nothing shorter. */
const SHORTEST_PART = 3;
const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

const umlauts: Readonly<Record<string, string>> = { ae: 'ä', oe: 'ö', ue: 'ü' };

const trimTerm = (term: string | null): string =>
  (term ?? '').normalize('NFC').replaceAll(/\s+/g, ' ').trim();

const splitWords = (text: string): string[] =>
  [...text.matchAll(/[\p{L}\p{N}]+/gu)].slice(0, MAX_WORDS).map(([word]) => normalizeWord(word));

/** The words of a term, and each two neighbours together: what its synonyms are looked up by. */
export function listSynonymKeys(term: string | null): string[] {
  const words = splitWords(trimTerm(term));
  const pairs = words.slice(1).map((word, index) => `${words[index]} ${word}`);
  return [...new Set([...words, ...pairs])];
}

/**
 * A word as a beginning, or its spelling with umlauts: PostgreSQL takes 'muesli' for 'müsli' from version 18 on only. In languages
 * without umlauts the second form finds nothing more.
 */
function toPrefixes(word: string): string[] {
  const spelled = word.replaceAll(/ae|oe|ue/g, (pair) => umlauts[pair] ?? pair);
  return spelled === word ? [`${word}:*`] : [`${word}:*`, `${spelled}:*`];
}

/** A synonym as a part of a query: one word also as the beginning of a compound ('lucerne' in 'lucernehakkelse'), several all of them: side by side would mean reading every text that has them. */
const toPhrase = (synonym: string): string => {
  const words = splitWords(synonym);
  return words.length === 1 ? `${words[0]}:*` : `(${words.join(' & ')})`;
};

function createPrefix(words: readonly string[], synonyms: Synonyms): string {
  const parts: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const [word = '', next] = words.slice(index, index + 2);
    const ofPair = next === undefined ? undefined : synonyms.get(`${word} ${next}`);
    const meant = ofPair ?? synonyms.get(word) ?? [];
    const typed = ofPair ? [`(${word}:* & ${next}:*)`] : toPrefixes(word);
    if (ofPair) index += 1;
    const all = [...new Set([...typed, ...meant.map(toPhrase)])];
    parts.push(all.length === 1 ? all.join('') : `(${all.join(' | ')})`);
  }
  return parts.join(' & ');
}

/**
 * Prepares what a person typed.
 *
 * @param synonyms of `listSynonymKeys`
 * @returns null where there is nothing to search for
 */
export function createSearchTerms(term: string | null, synonyms: Synonyms = new Map()): SearchTerms | null {
  const exact = trimTerm(term);
  if (exact === '') return null;
  const words = splitWords(exact);
  const hasOperators = /"|(?:^|\s)-\p{L}/u.test(exact);
  return {
    websearch: hasOperators ? exact : null,
    prefix: hasOperators || words.length === 0 ? null : createPrefix(words, synonyms),
    typed: hasOperators || words.length === 0 ? null : createPrefix(words, new Map()),
    contains: exact.length < SHORTEST_PART ? null : `%${escapeLike(exact)}%`,
    articlePrefix: `${escapeLike(exact.toUpperCase())}%`,
    exact,
  };
}
