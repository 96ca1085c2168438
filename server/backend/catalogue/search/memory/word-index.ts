import { countTypingErrors } from '../../../../../shared/rules/typing-errors.ts';
import type { WeightedText } from '../product-search.ts';
import { getMaxEditDistance, type KnownWords } from '../terms/known-words.ts';
import type { LanguageRules } from '../terms/language-rules.ts';
import { getNegatedPart, markNegatedWords, readWords, toStem, type Word } from '../terms/read-words.ts';
import { splitCompound } from '../terms/split-compound.ts';

/** The documents of a word by number, with its weight in each: 1 to 255. */
export interface Postings {
  readonly documents: Uint32Array;
  readonly weights: Uint8Array;
}

/** The words of all documents of one type in one language. Immutable. */
export interface WordIndex extends KnownWords {
  readonly size: number;
  /** Returns the documents with the word or another form of it. */
  find(word: Pick<Word, 'typed' | 'plain'>): Postings | undefined;
  /** Returns the documents that negate the word. */
  findNegated(word: Pick<Word, 'typed' | 'plain'>): Postings | undefined;
  /** Returns a word in its original spelling with accents. */
  spell(plain: string): string;
  /** Size of the postings in bytes, number of words and number of postings. */
  readonly statistics: { readonly bytes: number; readonly words: number; readonly postings: number };
}

/** Share of the lower weight that is added if a document names a word twice. */
const REPEATED_WORD_SHARE = 0.1;
/** Weight of a part of a compound relative to the whole: 'Eimer' in 'Futtereimer'. */
const COMPOUND_PART_WEIGHT = 0.75;
/**
 * Minimum weight of texts that name a subject. Words of texts with lower weights only describe, and are not
 * used as corrections.
 */
const MIN_NAMING_WEIGHT = 0.44;
const MIN_COMPOUND_LENGTH = 7;
const MAX_COMPLETIONS = 40;
/** Maximum weight of a word in a document, which is stored in a byte. */
export const MAX_WEIGHT = 255;
/** Prefix of a negated word. */
const NEGATED_PREFIX = '-';

/** Creates the builder of a word index. Documents are added in the order of their numbers. */
export function createWordIndexBuilder(rules: LanguageRules, isWordKnown: (plain: string) => boolean) {
  const entryByWord = new Map<
    string,
    { documents: number[]; weights: number[]; typed: string; best: number }
  >();
  let size = 0;
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

  return {
    add(document: number, texts: readonly WeightedText[]): void {
      size = Math.max(size, document + 1);
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
      for (const [plain, { weight, typed }] of found) {
        const entry = entryByWord.get(plain) ?? { documents: [], weights: [], typed, best: 0 };
        entryByWord.set(plain, entry);
        entry.documents.push(document);
        entry.weights.push(weight);
        entry.best = Math.max(entry.best, weight);
      }
    },

    /** Creates the index; yields every few hundred words. */
    async finish(yieldToEventLoop: () => Promise<void>): Promise<WordIndex> {
      const isPart = (plain: string) => entryByWord.has(plain) || isWordKnown(plain);
      const keys = new Map<string, string>();
      const drafts = new Map<string, Map<number, number>>();
      const addTo = (
        key: string,
        documents: readonly number[],
        weights: readonly number[],
        share: number,
      ) => {
        const draft = drafts.get(key) ?? new Map<number, number>();
        drafts.set(key, draft);
        for (const [index, document] of documents.entries()) {
          const weight = (weights[index] ?? 0) * share;
          if (weight > (draft.get(document) ?? 0)) draft.set(document, weight);
        }
      };
      let done = 0;
      for (const [plain, { documents, weights, typed }] of entryByWord) {
        const isNegated = plain.startsWith(NEGATED_PREFIX);
        const key = `${isNegated ? NEGATED_PREFIX : ''}${toStem(typed, rules)}`;
        keys.set(plain, key);
        addTo(key, documents, weights, 1);
        if (
          plain.length >= MIN_COMPOUND_LENGTH &&
          rules.joints.length > 1 &&
          !isNegated &&
          !getNegatedPart({ typed }, rules)
        ) {
          for (const part of splitCompound(plain, rules, isPart) ?? []) {
            addTo(toStem(part, rules), documents, weights, COMPOUND_PART_WEIGHT);
          }
        }
        done += 1;
        if (done % 200 === 0) await yieldToEventLoop();
      }
      const postings = new Map<string, Postings>();
      let count = 0;
      done = 0;
      for (const [key, draft] of drafts) {
        const entries = [...draft].sort(([a], [b]) => a - b);
        postings.set(key, {
          documents: Uint32Array.from(entries, ([document]) => document),
          weights: Uint8Array.from(entries, ([, weight]) =>
            Math.max(1, Math.round(Math.min(1, weight) * MAX_WEIGHT)),
          ),
        });
        count += entries.length;
        drafts.set(key, new Map());
        done += 1;
        if (done % 200 === 0) await yieldToEventLoop();
      }
      const sorted = [...entryByWord.keys()].sort((a, b) => (a < b ? -1 : 1));
      const spellings = new Map(
        [...entryByWord].flatMap(([plain, { typed }]) => (typed === plain ? [] : [[plain, typed] as const])),
      );
      const prominence = new Map(
        [...entryByWord].map(([plain, { best, documents }]) => [plain, { best, count: documents.length }]),
      );
      const namingWords = Map.groupBy(
        sorted.filter(
          (plain) =>
            (prominence.get(plain)?.best ?? 0) >= MIN_NAMING_WEIGHT &&
            plain.length > 2 &&
            /^\p{L}+$/u.test(plain),
        ),
        (plain) => plain.charAt(0),
      );
      entryByWord.clear();
      known.clear();
      return createWordIndex({
        size,
        keys,
        postings,
        sorted,
        spellings,
        prominence,
        namingWords,
        count,
        rules,
      });
    },
  };
}

function createWordIndex(parts: {
  size: number;
  keys: ReadonlyMap<string, string>;
  postings: ReadonlyMap<string, Postings>;
  sorted: readonly string[];
  spellings: ReadonlyMap<string, string>;
  prominence: ReadonlyMap<string, { best: number; count: number }>;
  namingWords: ReadonlyMap<string, readonly string[]>;
  count: number;
  rules: LanguageRules;
}): WordIndex {
  const { size, keys, postings, sorted, spellings, prominence, namingWords, count, rules } = parts;
  const find = ({ typed, plain }: Pick<Word, 'typed' | 'plain'>) =>
    postings.get(keys.get(plain) ?? '') ?? postings.get(toStem(typed, rules));
  const findNegated = ({ typed, plain }: Pick<Word, 'typed' | 'plain'>) =>
    postings.get(keys.get(`${NEGATED_PREFIX}${plain}`) ?? '') ??
    postings.get(`${NEGATED_PREFIX}${toStem(typed, rules)}`);
  const getProminence = (plain: string) =>
    (prominence.get(plain)?.best ?? 0) * 1000 + Math.min(999, prominence.get(plain)?.count ?? 0);

  return {
    size,
    find,
    findNegated,
    has: (word) => find(word) !== undefined,
    isWritten: (plain) => keys.has(plain),
    listCompletions(plain) {
      const found: string[] = [];
      for (let index = findPrefixIndex(sorted, plain); sorted[index]?.startsWith(plain); index += 1) {
        found.push(sorted[index] ?? '');
      }
      return found.sort((a, b) => getProminence(b) - getProminence(a)).slice(0, MAX_COMPLETIONS);
    },
    listSimilar({ plain }) {
      const maxEditDistance = getMaxEditDistance(plain.length);
      if (maxEditDistance === 0) return [];
      return (namingWords.get(plain.charAt(0)) ?? [])
        .filter(
          (known) => Math.abs(known.length - plain.length) <= maxEditDistance && !rules.stopWords.has(known),
        )
        .map((known) => ({ word: known, editDistance: countTypingErrors(plain, known) }))
        .filter(({ editDistance }) => editDistance <= maxEditDistance)
        .sort((a, b) => a.editDistance - b.editDistance || getProminence(b.word) - getProminence(a.word))
        .map(({ word, editDistance }) => ({ word: spellings.get(word) ?? word, editDistance }));
    },
    spell: (plain) => spellings.get(plain) ?? plain,
    statistics: { bytes: count * 5, words: sorted.length, postings: count },
  };
}

/** Returns the index of the first sorted word that is not before a prefix. */
function findPrefixIndex(sorted: readonly string[], prefix: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? '') < prefix) low = middle + 1;
    else high = middle;
  }
  return low;
}
