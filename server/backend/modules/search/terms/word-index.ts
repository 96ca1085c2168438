import { countSlips } from '../../../../../shared/rules/words.ts';
import { splitCompound } from './compounds.ts';
import type { LanguageRules } from './language-rules.ts';
import { getDeniedPart, markDenied, readWords, toStem, type Word } from './read-words.ts';

/** A text of a document and the weight of its words, at most 1. */
export interface WeightedText {
  readonly text: string;
  readonly weight: number;
}

/** The documents of a word by number, with its weight in each: 1 to 255. */
export interface Postings {
  readonly documents: Uint32Array;
  readonly weights: Uint8Array;
}

/** The words of all documents of one type in one language. Immutable. */
export interface WordIndex {
  readonly size: number;
  /** Returns the documents with the word or another form of it. */
  find(word: Pick<Word, 'typed' | 'plain'>): Postings | undefined;
  /** Returns the documents that negate the word. */
  findDenied(word: Pick<Word, 'typed' | 'plain'>): Postings | undefined;
  /** Lists known words with a prefix, at most a few dozen, those with the highest weight first. */
  listBeginnings(plain: string): string[];
  /** Returns whether any text has the word or another form of it. */
  has(word: Pick<Word, 'typed' | 'plain'>): boolean;
  /** Returns whether any text has exactly this form of the word. */
  isWritten(plain: string): boolean;
  /**
   * Lists the words of names, claims and headings that are similar to a misspelled one, nearest first, in
   * their original spelling.
   */
  listSimilar(word: Pick<Word, 'plain'>): { readonly word: string; readonly slips: number }[];
  /** Returns a word in its original spelling with accents. */
  spell(plain: string): string;
  /** Size of the postings in bytes, number of words and number of postings. */
  readonly figures: { readonly bytes: number; readonly words: number; readonly postings: number };
}

/** Share of the lower weight that is added if a document names a word twice. */
const REPEAT_SHARE = 0.1;
/** Weight of a part of a compound relative to the whole: 'Eimer' in 'Futtereimer'. */
const PART_SHARE = 0.75;
/**
 * Minimum weight of texts that name a subject. Words of texts with lower weights only describe, and are not
 * used as corrections.
 */
const NAMING_WEIGHT = 0.44;
const SHORTEST_COMPOUND = 7;
const MOST_BEGINNINGS = 40;
const FULL = 255;
/** Prefix of a negated word. */
const DENIED = '-';

/**
 * Returns the number of typing errors that are tolerated; fewer in short words, which easily become other
 * words.
 */
export const getForgivenSlips = (length: number): number => (length < 4 ? 0 : length <= 6 ? 1 : 2);

/** Creates the builder of a word index. Documents are added in the order of their numbers. */
export function createWordIndexBuilder(rules: LanguageRules, isWordKnown: (plain: string) => boolean) {
  const surfaces = new Map<string, { documents: number[]; weights: number[]; typed: string; best: number }>();
  let size = 0;
  /** Properties of each word, cached because texts repeat words. */
  const known = new Map<string, { readonly part: Word | undefined; readonly isSilent: boolean }>();
  function getKind(word: Word) {
    const { typed, plain } = word;
    let kind = known.get(typed);
    if (!kind) {
      // Numbers in sentences are amounts and percentages; sizes have a unit.
      const isSilent = rules.stopWords.has(typed) || /^[\d.,]+$/u.test(plain);
      kind = { part: getDeniedPart(word, rules), isSilent };
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
        const addWord = ({ typed, plain: letters, isDenied }: Word) => {
          const plain = isDenied ? `${DENIED}${letters}` : letters;
          if (ofText.has(plain) || (plain.length < 2 && weight < 1)) return;
          ofText.add(plain);
          const before = found.get(plain);
          if (before)
            before.weight = Math.max(before.weight, weight) + REPEAT_SHARE * Math.min(before.weight, weight);
          else found.set(plain, { weight, typed });
        };
        for (const word of markDenied(readWords(text), rules)) {
          const { part, isSilent } = getKind(word);
          if (!isSilent) addWord(word);
          if (part && !getKind(part).isSilent) addWord(part);
        }
      }
      for (const [plain, { weight, typed }] of found) {
        const entry = surfaces.get(plain) ?? { documents: [], weights: [], typed, best: 0 };
        surfaces.set(plain, entry);
        entry.documents.push(document);
        entry.weights.push(weight);
        entry.best = Math.max(entry.best, weight);
      }
    },

    /** Creates the index; yields every few hundred words. */
    async finish(giveWay: () => Promise<void>): Promise<WordIndex> {
      const isPart = (plain: string) => surfaces.has(plain) || isWordKnown(plain);
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
      for (const [plain, { documents, weights, typed }] of surfaces) {
        const isDenied = plain.startsWith(DENIED);
        const key = `${isDenied ? DENIED : ''}${toStem(typed, rules)}`;
        keys.set(plain, key);
        addTo(key, documents, weights, 1);
        if (
          plain.length >= SHORTEST_COMPOUND &&
          rules.joints.length > 1 &&
          !isDenied &&
          !getDeniedPart({ typed }, rules)
        ) {
          for (const part of splitCompound(plain, rules, isPart) ?? []) {
            addTo(toStem(part, rules), documents, weights, PART_SHARE);
          }
        }
        done += 1;
        if (done % 200 === 0) await giveWay();
      }
      const postings = new Map<string, Postings>();
      let count = 0;
      done = 0;
      for (const [key, draft] of drafts) {
        const entries = [...draft].sort(([a], [b]) => a - b);
        postings.set(key, {
          documents: Uint32Array.from(entries, ([document]) => document),
          weights: Uint8Array.from(entries, ([, weight]) =>
            Math.max(1, Math.round(Math.min(1, weight) * FULL)),
          ),
        });
        count += entries.length;
        drafts.set(key, new Map());
        done += 1;
        if (done % 200 === 0) await giveWay();
      }
      const sorted = [...surfaces.keys()].sort((a, b) => (a < b ? -1 : 1));
      const spellings = new Map(
        [...surfaces].flatMap(([plain, { typed }]) => (typed === plain ? [] : [[plain, typed] as const])),
      );
      const reach = new Map(
        [...surfaces].map(([plain, { best, documents }]) => [plain, { best, count: documents.length }]),
      );
      const naming = Map.groupBy(
        sorted.filter(
          (plain) =>
            (reach.get(plain)?.best ?? 0) >= NAMING_WEIGHT && plain.length > 2 && /^\p{L}+$/u.test(plain),
        ),
        (plain) => plain.charAt(0),
      );
      surfaces.clear();
      known.clear();
      return createWordIndex({ size, keys, postings, sorted, spellings, reach, naming, count, rules });
    },
  };
}

function createWordIndex(parts: {
  size: number;
  keys: ReadonlyMap<string, string>;
  postings: ReadonlyMap<string, Postings>;
  sorted: readonly string[];
  spellings: ReadonlyMap<string, string>;
  reach: ReadonlyMap<string, { best: number; count: number }>;
  naming: ReadonlyMap<string, readonly string[]>;
  count: number;
  rules: LanguageRules;
}): WordIndex {
  const { size, keys, postings, sorted, spellings, reach, naming, count, rules } = parts;
  const find = ({ typed, plain }: Pick<Word, 'typed' | 'plain'>) =>
    postings.get(keys.get(plain) ?? '') ?? postings.get(toStem(typed, rules));
  const findDenied = ({ typed, plain }: Pick<Word, 'typed' | 'plain'>) =>
    postings.get(keys.get(`${DENIED}${plain}`) ?? '') ?? postings.get(`${DENIED}${toStem(typed, rules)}`);
  const getReach = (plain: string) =>
    (reach.get(plain)?.best ?? 0) * 1000 + Math.min(999, reach.get(plain)?.count ?? 0);

  return {
    size,
    find,
    findDenied,
    has: (word) => find(word) !== undefined,
    isWritten: (plain) => keys.has(plain),
    listBeginnings(plain) {
      const found: string[] = [];
      for (let index = findFirst(sorted, plain); sorted[index]?.startsWith(plain); index += 1) {
        found.push(sorted[index] ?? '');
      }
      return found.sort((a, b) => getReach(b) - getReach(a)).slice(0, MOST_BEGINNINGS);
    },
    listSimilar({ plain }) {
      const forgiven = getForgivenSlips(plain.length);
      if (forgiven === 0) return [];
      return (naming.get(plain.charAt(0)) ?? [])
        .filter((known) => Math.abs(known.length - plain.length) <= forgiven && !rules.stopWords.has(known))
        .map((known) => ({ word: known, slips: countSlips(plain, known) }))
        .filter(({ slips }) => slips <= forgiven)
        .sort((a, b) => a.slips - b.slips || getReach(b.word) - getReach(a.word))
        .map(({ word, slips }) => ({ word: spellings.get(word) ?? word, slips }));
    },
    spell: (plain) => spellings.get(plain) ?? plain,
    figures: { bytes: count * 5, words: sorted.length, postings: count },
  };
}

/** Returns the index of the first sorted word that is not before a prefix. */
function findFirst(sorted: readonly string[], beginning: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? '') < beginning) low = middle + 1;
    else high = middle;
  }
  return low;
}
