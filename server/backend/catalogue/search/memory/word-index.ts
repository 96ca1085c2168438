import type { WeightedText } from '../product-search.ts';
import {
  COMPOUND_PART_WEIGHT,
  type KnownWords,
  listSimilarWords,
  MAX_PREFIX_WORDS,
  MIN_COMPOUND_LENGTH,
  MIN_NAMING_WEIGHT,
} from '../terms/known-words.ts';
import type { LanguageRules } from '../terms/language-rules.ts';
import { getNegatedPart, toStem, type Word } from '../terms/read-words.ts';
import { splitCompound } from '../terms/split-compound.ts';
import { createWordWeigher, NEGATED_PREFIX } from '../terms/weigh-words.ts';

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

/** Maximum weight of a word in a document, which is stored in a byte. */
export const MAX_WEIGHT = 255;

/** Creates the builder of a word index. Documents are added in the order of their numbers. */
export function createWordIndexBuilder(rules: LanguageRules, isWordKnown: (plain: string) => boolean) {
  const entryByWord = new Map<
    string,
    { documents: number[]; weights: number[]; typed: string; best: number }
  >();
  let size = 0;
  const weighWords = createWordWeigher(rules);

  return {
    add(document: number, texts: readonly WeightedText[]): void {
      size = Math.max(size, document + 1);
      for (const [plain, { weight, typed }] of weighWords(texts)) {
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
      return found.sort((a, b) => getProminence(b) - getProminence(a)).slice(0, MAX_PREFIX_WORDS);
    },
    listSimilar: ({ plain }) =>
      listSimilarWords(plain, namingWords.get(plain.charAt(0)) ?? [], rules.stopWords)
        .sort((a, b) => a.editDistance - b.editDistance || getProminence(b.word) - getProminence(a.word))
        .map(({ word, editDistance }) => ({ word: spellings.get(word) ?? word, editDistance })),
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
