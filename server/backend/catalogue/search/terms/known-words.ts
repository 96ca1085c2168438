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
