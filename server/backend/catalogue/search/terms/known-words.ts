import { countTypingErrors } from '../../../../../shared/rules/typing-errors.ts';
import type { Word } from './read-words.ts';

/** The words of all documents of one type in one language, as the interpretation of a term needs them. */
export interface KnownWords {
  /** Returns whether any text has the word or another form of it. */
  has(word: Pick<Word, 'typed' | 'plain'>): boolean;
  /** Returns whether any text has exactly this form of the word. */
  isWritten(plain: string): boolean;
  /** Lists known words with a prefix, at most a few dozen, those with the highest weight first. */
  listCompletions(plain: string): readonly string[];
  /**
   * Lists the words of names, claims and headings that are similar to a misspelled one, nearest first, in
   * their original spelling.
   */
  listSimilar(word: Pick<Word, 'plain'>): readonly { readonly word: string; readonly editDistance: number }[];
}

/**
 * Returns the number of typing errors that are tolerated; fewer in short words, which easily become other
 * words.
 */
export const getMaxEditDistance = (length: number): number => (length < 4 ? 0 : length <= 6 ? 1 : 2);

/** Weight of a part of a compound relative to the whole: 'Eimer' in 'Futtereimer'. */
export const COMPOUND_PART_WEIGHT = 0.75;
/**
 * Minimum weight of texts that name a subject. Words of texts with lower weights only describe, and are not
 * used as corrections.
 */
export const MIN_NAMING_WEIGHT = 0.44;
export const MIN_COMPOUND_LENGTH = 7;
/** Maximum number of words that a prefix stands for. */
export const MAX_PREFIX_WORDS = 40;

/** Returns the words of names that are similar to a misspelled one, nearest first and otherwise as given. */
export function listSimilarWords(
  plain: string,
  namingWords: Iterable<string>,
  stopWords: ReadonlySet<string>,
): { readonly word: string; readonly editDistance: number }[] {
  const maxEditDistance = getMaxEditDistance(plain.length);
  if (maxEditDistance === 0) return [];
  const found: { word: string; editDistance: number }[] = [];
  for (const word of namingWords) {
    if (Math.abs(word.length - plain.length) > maxEditDistance || stopWords.has(word)) continue;
    const editDistance = countTypingErrors(plain, word);
    if (editDistance <= maxEditDistance) found.push({ word, editDistance });
  }
  return found.sort((a, b) => a.editDistance - b.editDistance);
}
