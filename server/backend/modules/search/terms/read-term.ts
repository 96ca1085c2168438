import { countSlips } from '../../../../../shared/rules/words.ts';
import { splitCompound } from './compounds.ts';
import type { LanguageRules } from './language-rules.ts';
import { type Concept, type Lexicon, type Match, SHORTEST_FORM } from './lexicon.ts';
import { getDeniedPart, markDenied, readWords, toPlain, type Word } from './read-words.ts';
import { getForgivenSlips, type WordIndex } from './word-index.ts';

/** A search clause: one subject in one or several words. */
export interface Wish {
  /** Text as typed. */
  readonly typed: string;
  readonly words: readonly Word[];
  readonly concepts: readonly Concept[];
  /** Known words that start with the last of `words`, if it may be unfinished. */
  readonly beginnings: readonly string[];
  /** The parts of the clause if it is a compound that also occurs as a whole. */
  readonly parts: readonly Wish[];
  /** Whether the clause is negated: 'zonder haver', '-haver'. */
  readonly isDenied: boolean;
  /** Whether it is a generic word such as 'horse', or the brand name, which need not match. */
  readonly isWeak: boolean;
  /** Whether the words were in quotes and must be adjacent. */
  readonly isQuoted: boolean;
}

export interface ReadTerm {
  readonly wishes: readonly Wish[];
  /** The term with corrected spelling; null if nothing was corrected. */
  readonly correctedTerm: string | null;
}

export interface TermReader {
  readonly languageId: number;
  readonly rules: LanguageRules;
  readonly lexicon: Lexicon;
  /** Indexes of products first, then of pages: a word in any of them is known. */
  readonly indexes: readonly WordIndex[];
  /** Brand names without accents. */
  readonly brands: ReadonlySet<string>;
  /** Whether the last word may be unfinished. */
  readonly isUnfinished: boolean;
}

/** Maximum number of words; the rest of a longer term is ignored. */
const MOST_WORDS = 16;
/** Minimum length of a prefix, because shorter ones match too much. */
const SHORTEST_BEGINNING = 3;
/** Maximum length of an ending after a known word. */
const LONGEST_ENDING = 2;
const SHORTEST_INFLECTED = 4;
/** Maximum length of a compound: the number of ways to split one grows with the square of its length. */
const LONGEST_COMPOUND = 40;
const SHORTEST_CORRECTED = 4;
/**
 * Substitutes for letters that a keyboard lacks: 'aa' for 'å', 'oe' for 'ö' and 'ø', 'ae' and 'ue' for 'ä'
 * and 'ü'. Terms are compared without accents, so the first letter suffices. A word may also contain such
 * pairs unchanged, hence several patterns.
 */
const letterPairs = [/ae|oe|ue/g, /oe/g];
const letterPairsWithRing = [/aa|ae|oe|ue/g, /aa|oe/g, /aa/g, ...letterPairs];

/** Lists other spellings of a word that was typed without the special letters of its language. */
const listSpellings = (typed: string, { hasRing = false }: LanguageRules): string[] => [
  ...new Set(
    (hasRing ? letterPairsWithRing : letterPairs).map((pairs) =>
      typed.replace(pairs, (pair) => pair.charAt(0)),
    ),
  ),
];

const toWord = (typed: string): Word => ({ typed, plain: toPlain(typed), after: '', isDenied: false });

/**
 * Parses a typed term into clauses: the meaning of each word or sequence of words, negations, and corrected
 * spelling.
 */
export function readTerm(term: string, reader: TermReader): ReadTerm {
  const { rules, lexicon, languageId, indexes, brands } = reader;
  const wishes: Wish[] = [];
  const corrections = new Map<string, string>();

  const isInTexts = (word: Pick<Word, 'typed' | 'plain'>) => indexes.some((index) => index.has(word));
  const isKnownPart = (plain: string) =>
    !rules.stopWords.has(plain) &&
    (lexicon.isKnown(languageId, plain) ||
      (plain.length < SHORTEST_FORM
        ? indexes.some((index) => index.isWritten(plain))
        : isInTexts(toWord(plain))));

  function createWish(words: readonly Word[], given: Partial<Wish> = {}): Wish {
    const concepts = given.concepts ?? [];
    return {
      typed: words.map(({ typed }) => typed).join(' '),
      words,
      concepts,
      beginnings: [],
      parts: [],
      isDenied: words.some(({ isDenied }) => isDenied),
      isWeak: concepts.some(({ isWeak }) => isWeak),
      isQuoted: false,
      ...given,
    };
  }

  const createMatched = (words: readonly Word[], start: number, { length, concepts }: Match) =>
    createWish(words.slice(start, start + length), { concepts });

  /**
   * Returns the parts of a compound as clauses: together if that has a meaning ('beet pulp'), otherwise one
   * by one.
   */
  function readParts(word: Word): Wish[] {
    if (word.plain.length > LONGEST_COMPOUND) return [];
    const parts = splitCompound(word.plain, rules, isKnownPart);
    if (!parts) return [];
    return readRun(
      parts.map((part) => ({ ...toWord(part), isDenied: word.isDenied })),
      (part) => [createWish([part])],
    );
  }

  function readRun(words: readonly Word[], readOther: (word: Word, isLast: boolean) => Wish[]): Wish[] {
    const run: Wish[] = [];
    for (let start = 0; start < words.length; ) {
      const word = words[start];
      if (!word) break;
      const match = lexicon.match(languageId, words, start);
      const isStopWord = rules.stopWords.has(word.typed) || rules.conjunctions.has(word.typed);
      if (match && (match.length > 1 || !isStopWord)) {
        run.push(addParts(createMatched(words, start, match)));
        start += match.length;
        continue;
      }
      if (!isStopWord || words.length === 1) run.push(...readOther(word, start === words.length - 1));
      start += 1;
    }
    return run;
  }

  const addParts = (wish: Wish): Wish => {
    const [word] = wish.words;
    if (
      !word ||
      wish.words.length > 1 ||
      wish.isDenied ||
      wish.concepts.some(({ finds }) => finds.length > 0)
    )
      return wish;
    return { ...wish, parts: readParts(word) };
  };

  function listBeginnings(word: Word): string[] {
    if (word.plain.length < (reader.isUnfinished ? 1 : SHORTEST_BEGINNING)) return [];
    return [
      ...new Set([
        ...lexicon.listBeginnings(languageId, word.plain).map(toPlain),
        ...indexes.flatMap((index) => index.listBeginnings(word.plain)),
      ]),
    ];
  }

  /** Returns the clause of a prefix: the words that start with it, and their meanings. */
  function readBeginning(word: Word): Wish | undefined {
    const beginnings = listBeginnings(word);
    if (beginnings.length === 0) return undefined;
    const concepts = beginnings.flatMap((known) => {
      const words = readWords(known);
      const match = lexicon.match(languageId, words, 0);
      return match && match.length === words.length ? match.concepts : [];
    });
    return createWish([word], { beginnings, concepts: [...new Set(concepts)], isWeak: false });
  }

  /** Returns the clauses of a word that is not known as typed. */
  function readUnknown(word: Word): Wish[] {
    for (const spelled of listSpellings(word.typed, rules)) {
      if (spelled === word.typed) continue;
      const other = { ...toWord(spelled), isDenied: word.isDenied };
      const match = lexicon.match(languageId, [other], 0);
      if (match) return [createMatched([other], 0, match)];
      if (isInTexts(other)) return [createWish([other])];
    }
    const denied = getDeniedPart(word, rules);
    if (denied) {
      const match = lexicon.match(languageId, [denied], 0);
      if (match) return [createMatched([denied], 0, match)];
      if (isKnownPart(denied.plain)) return [createWish([denied])];
    }
    const parts = readParts(word);
    if (parts.length > 0) return parts;
    const elsewhere = lexicon.matchElsewhere(languageId, [word], 0);
    if (elsewhere) return [createMatched([word], 0, elsewhere)];
    const beginning = readBeginning(word);
    if (beginning) return [beginning];
    for (let length = 1; length <= LONGEST_ENDING; length += 1) {
      if (word.plain.length - length < SHORTEST_INFLECTED) break;
      const bare = { ...toWord(word.typed.slice(0, -length)), isDenied: word.isDenied };
      const match = lexicon.match(languageId, [bare], 0);
      if (match) return [createMatched([bare], 0, match)];
      if (isInTexts(bare)) return [createWish([bare])];
    }
    const meant = findMeant(word);
    if (meant === undefined) return [createWish([word])];
    corrections.set(word.typed, meant);
    const right = { ...toWord(meant), isDenied: word.isDenied };
    const match = lexicon.match(languageId, [right], 0);
    return [match ? createMatched([right], 0, match) : createWish([right])];
  }

  /**
   * Returns the intended word of a misspelling: the nearest word with a meaning, or from names and headings.
   */
  function findMeant(word: Word): string | undefined {
    const { plain } = word;
    const forgiven = getForgivenSlips(plain.length);
    if (plain.length < SHORTEST_CORRECTED || forgiven === 0 || !/^\p{L}+$/u.test(plain)) return undefined;
    const withMeaning = lexicon
      .listWords(languageId, plain.charAt(0))
      .filter((known) => Math.abs(known.length - plain.length) <= forgiven)
      .map((known) => ({ word: lexicon.spell(languageId, known), slips: countSlips(plain, known) }))
      .filter(({ word: known, slips }) => slips <= forgiven && !rules.stopWords.has(known));
    const inTexts = indexes.flatMap((index) => index.listSimilar(word).slice(0, 1));
    return [...withMeaning, ...inTexts].toSorted((a, b) => a.slips - b.slips)[0]?.word;
  }

  /**
   * Parses words with negations. Sequences that the lexicon knows as a whole ('no teeth', 'without grain')
   * keep their meaning there.
   */
  function readDenials(all: readonly Word[]): Wish[] {
    const found: Wish[] = [];
    let before: Word[] = [];
    const readBefore = () => {
      if (before.length > 0) found.push(...readRun(markDenied(before, rules), readWord));
      before = [];
    };
    for (let start = 0; start < all.length; ) {
      const match = lexicon.match(languageId, all, start);
      const run = all.slice(start, start + (match?.length ?? 1));
      if (match && run.length > 1 && run.some(({ typed }) => rules.negations.has(typed))) {
        readBefore();
        found.push(createMatched(all, start, match));
      } else before.push(...run);
      start += run.length;
    }
    readBefore();
    return found;
  }

  function readWord(word: Word, isLast: boolean): Wish[] {
    if (brands.has(word.plain)) return [createWish([word], { isWeak: true })];
    if (reader.isUnfinished && isLast && !word.isDenied) {
      const beginning = readBeginning(word);
      if (beginning) return [beginning];
    }
    if (isInTexts(word)) return [addParts(createWish([word]))];
    if (/\d/u.test(word.plain)) return [createWish([word])];
    return readUnknown(word);
  }

  const quoted = [...term.matchAll(/"([^"]+)"/gu)].map(([, text]) => readWords(text ?? ''));
  const open = term.replaceAll(/"([^"]+)"/gu, ' ');
  const excluded = [...open.matchAll(/(?:^|\s)-(\p{L}[\p{L}\p{N}]*)/gu)].map(([, text]) => text ?? '');
  const rest = open.replaceAll(/(?:^|\s)-(?=\p{L})\p{L}[\p{L}\p{N}]*/gu, ' ');
  for (const words of quoted) {
    if (words.length > 0)
      wishes.push(createWish(words.slice(0, MOST_WORDS), { isQuoted: true, isDenied: false }));
  }
  for (const word of excluded.slice(0, MOST_WORDS)) {
    wishes.push(createWish([{ ...toWord(word.toLowerCase()), isDenied: true }]));
  }
  const words = readWords(rest).slice(0, MOST_WORDS);
  wishes.push(...readDenials(words));
  const found = wishes.length === 0 ? words.map((word) => createWish([word])) : wishes;
  return { wishes: found, correctedTerm: corrections.size === 0 ? null : putRight(term, corrections) };
}

/** Replaces some words of a term; the others stay as typed. */
function putRight(term: string, corrections: ReadonlyMap<string, string>): string {
  return term
    .normalize('NFC')
    .replaceAll(/[\p{L}\p{M}\p{N}]+/gu, (typed) => corrections.get(typed.toLowerCase()) ?? typed)
    .replaceAll(/\s+/g, ' ')
    .trim();
}
