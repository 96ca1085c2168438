import type { WeightedText } from '../product-search.ts';
import type { LanguageRules } from './language-rules.ts';
import { getNegatedPart, markNegatedWords, readWords, type Word } from './read-words.ts';

/** Share of the lower weight that is added if a document names a word twice. */
const REPEATED_WORD_SHARE = 0.1;
/** Prefix of a negated word. */
export const NEGATED_PREFIX = '-';

/** Weight of a word in a document, and the word with its accents. */
export interface WeighedWord {
  readonly weight: number;
  readonly typed: string;
}

/**
 * Creates the function that returns the words of a document without accents, with their weights. Negated words
 * begin with `NEGATED_PREFIX`.
 */
export function createWordWeigher(
  rules: LanguageRules,
): (texts: readonly WeightedText[]) => ReadonlyMap<string, WeighedWord> {
  /** Properties of each word, cached because texts repeat words. */
  const known = new Map<string, { readonly part: Word | undefined; readonly isSilent: boolean }>();
  function getKind(word: Word) {
    const { typed, plain } = word;
    let kind = known.get(typed);
    if (!kind) {
      // Numbers in sentences are amounts and percentages; sizes have a unit.
      const isSilent = rules.stopWords.has(typed) || /^[\d.,]+$/u.test(plain);
      kind = { part: getNegatedPart(word, rules), isSilent };
      known.set(typed, kind);
    }
    return kind;
  }

  return (texts) => {
    const found = new Map<string, { weight: number; typed: string }>();
    for (const { text, weight } of texts) {
      const ofText = new Set<string>();
      const addWord = ({ typed, plain: letters, isNegated }: Word) => {
        const plain = isNegated ? `${NEGATED_PREFIX}${letters}` : letters;
        if (ofText.has(plain) || (plain.length < 2 && weight < 1)) return;
        ofText.add(plain);
        const before = found.get(plain);
        if (before)
          before.weight =
            Math.max(before.weight, weight) + REPEATED_WORD_SHARE * Math.min(before.weight, weight);
        else found.set(plain, { weight, typed });
      };
      for (const word of markNegatedWords(readWords(text), rules)) {
        const { part, isSilent } = getKind(word);
        if (!isSilent) addWord(word);
        if (part && !getKind(part).isSilent) addWord(part);
      }
    }
    return found;
  };
}
