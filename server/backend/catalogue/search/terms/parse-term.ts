import { countTypingErrors } from '../../../../../shared/rules/typing-errors.ts';
import { getMaxEditDistance, type KnownWords } from './known-words.ts';
import type { LanguageRules } from './language-rules.ts';
import { getNegatedPart, markNegatedWords, readWords, toPlain, type Word } from './read-words.ts';
import { splitCompound } from './split-compound.ts';
import { type Concept, type Match, MIN_WORD_FORM_LENGTH, type TermMeanings } from './term-meanings.ts';

/** A search clause: one subject in one or several words. */
export interface Clause {
  /** Text as typed. */
  readonly typed: string;
  readonly words: readonly Word[];
  readonly concepts: readonly Concept[];
  /** Known words that start with the last of `words`, if it may be unfinished. */
  readonly completions: readonly string[];
  /** The parts of the clause if it is a compound that also occurs as a whole. */
  readonly parts: readonly Clause[];
  /** Whether the clause is negated: 'zonder haver', '-haver'. */
  readonly isNegated: boolean;
  /** Whether it is a generic word such as 'horse', or the brand name, which need not match. */
  readonly isWeak: boolean;
  /** Whether the words were in quotes and must be adjacent. */
  readonly isQuoted: boolean;
}

export interface ParsedTerm {
  readonly clauses: readonly Clause[];
  /** The term with corrected spelling; null if nothing was corrected. */
  readonly correctedTerm: string | null;
}

export interface TermParsingContext {
  readonly languageId: number;
  readonly rules: LanguageRules;
  readonly lexicon: TermMeanings;
  /** Indexes of products first, then of pages: a word in any of them is known. */
  readonly indexes: readonly KnownWords[];
  /** Brand names without accents. */
  readonly brands: ReadonlySet<string>;
  /** Whether the last word may be unfinished. */
  readonly isUnfinished: boolean;
}

/** Maximum number of words; the rest of a longer term is ignored. */
export const MAX_TERM_WORDS_READ = 16;
/** Minimum length of a prefix, because shorter ones match too much. */
const MIN_PREFIX_LENGTH = 3;
/** Maximum length of an ending after a known word. */
const MAX_ENDING_LENGTH = 2;
const MIN_LENGTH_WITHOUT_ENDING = 4;
/** Maximum length of a compound: the number of ways to split one grows with the square of its length. */
const MAX_COMPOUND_LENGTH = 40;
const MIN_CORRECTED_LENGTH = 4;
/**
 * Substitutes for letters that a keyboard lacks: 'aa' for 'å', 'oe' for 'ö' and 'ø', 'ae' and 'ue' for 'ä'
 * and 'ü'. Terms are compared without accents, so the first letter suffices. A word may also contain such
 * pairs unchanged, hence several patterns.
 */
const letterPairs = [/ae|oe|ue/g, /oe/g];
const letterPairsWithRing = [/aa|ae|oe|ue/g, /aa|oe/g, /aa/g, ...letterPairs];

/** Lists other spellings of a word that was typed without the special letters of its language. */
const listSpellings = (typed: string, { hasRingLetter: hasRing = false }: LanguageRules): string[] => [
  ...new Set(
    (hasRing ? letterPairsWithRing : letterPairs).map((pairs) =>
      typed.replace(pairs, (pair) => pair.charAt(0)),
    ),
  ),
];

const createWord = (typed: string): Word => ({
  typed,
  plain: toPlain(typed),
  separator: '',
  isNegated: false,
});

/**
 * Parses a typed term into clauses: the meaning of each word or sequence of words, negations, and corrected
 * spelling.
 */
export function parseTerm(term: string, reader: TermParsingContext): ParsedTerm {
  const { rules, lexicon, languageId, indexes, brands } = reader;
  const clauses: Clause[] = [];
  const corrections = new Map<string, string>();

  const isInTexts = (word: Pick<Word, 'typed' | 'plain'>) => indexes.some((index) => index.has(word));
  const isKnownPart = (plain: string) =>
    !rules.stopWords.has(plain) &&
    (lexicon.isKnown(languageId, plain) ||
      (plain.length < MIN_WORD_FORM_LENGTH
        ? indexes.some((index) => index.isWritten(plain))
        : isInTexts(createWord(plain))));

  function createClause(words: readonly Word[], given: Partial<Clause> = {}): Clause {
    const concepts = given.concepts ?? [];
    return {
      typed: words.map(({ typed }) => typed).join(' '),
      words,
      concepts,
      completions: [],
      parts: [],
      isNegated: words.some(({ isNegated }) => isNegated),
      isWeak: concepts.some(({ isWeak }) => isWeak),
      isQuoted: false,
      ...given,
    };
  }

  const createMatched = (words: readonly Word[], start: number, { length, concepts }: Match) =>
    createClause(words.slice(start, start + length), { concepts });

  /**
   * Returns the parts of a compound as clauses: together if that has a meaning ('beet pulp'), otherwise one
   * by one.
   */
  function readParts(word: Word): Clause[] {
    if (word.plain.length > MAX_COMPOUND_LENGTH) return [];
    const parts = splitCompound(word.plain, rules, isKnownPart);
    if (!parts) return [];
    return parseClauses(
      parts.map((part) => ({ ...createWord(part), isNegated: word.isNegated })),
      (part) => [createClause([part])],
    );
  }

  function parseClauses(
    words: readonly Word[],
    readOther: (word: Word, isLast: boolean) => Clause[],
  ): Clause[] {
    const run: Clause[] = [];
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

  const addParts = (clause: Clause): Clause => {
    const [word] = clause.words;
    if (
      !word ||
      clause.words.length > 1 ||
      clause.isNegated ||
      clause.concepts.some(({ finds }) => finds.length > 0)
    )
      return clause;
    return { ...clause, parts: readParts(word) };
  };

  function listCompletions(word: Word): string[] {
    if (word.plain.length < (reader.isUnfinished ? 1 : MIN_PREFIX_LENGTH)) return [];
    return [
      ...new Set([
        ...lexicon.listCompletions(languageId, word.plain).map(toPlain),
        ...indexes.flatMap((index) => index.listCompletions(word.plain)),
      ]),
    ];
  }

  /** Returns the clause of a prefix: the words that start with it, and their meanings. */
  function createPrefixClause(word: Word): Clause | undefined {
    const completions = listCompletions(word);
    if (completions.length === 0) return undefined;
    const concepts = completions.flatMap((known) => {
      const words = readWords(known);
      const match = lexicon.match(languageId, words, 0);
      return match && match.length === words.length ? match.concepts : [];
    });
    return createClause([word], { completions, concepts: [...new Set(concepts)], isWeak: false });
  }

  /** Returns the clauses of a word that is not known as typed. */
  function readUnknown(word: Word): Clause[] {
    for (const spelled of listSpellings(word.typed, rules)) {
      if (spelled === word.typed) continue;
      const other = { ...createWord(spelled), isNegated: word.isNegated };
      const match = lexicon.match(languageId, [other], 0);
      if (match) return [createMatched([other], 0, match)];
      if (isInTexts(other)) return [createClause([other])];
    }
    const negatedPart = getNegatedPart(word, rules);
    if (negatedPart) {
      const match = lexicon.match(languageId, [negatedPart], 0);
      if (match) return [createMatched([negatedPart], 0, match)];
      if (isKnownPart(negatedPart.plain)) return [createClause([negatedPart])];
    }
    const parts = readParts(word);
    if (parts.length > 0) return parts;
    const elsewhere = lexicon.matchElsewhere(languageId, [word], 0);
    if (elsewhere) return [createMatched([word], 0, elsewhere)];
    const prefixClause = createPrefixClause(word);
    if (prefixClause) return [prefixClause];
    for (let length = 1; length <= MAX_ENDING_LENGTH; length += 1) {
      if (word.plain.length - length < MIN_LENGTH_WITHOUT_ENDING) break;
      const bare = { ...createWord(word.typed.slice(0, -length)), isNegated: word.isNegated };
      const match = lexicon.match(languageId, [bare], 0);
      if (match) return [createMatched([bare], 0, match)];
      if (isInTexts(bare)) return [createClause([bare])];
    }
    const correction = findCorrection(word);
    if (correction === undefined) return [createClause([word])];
    corrections.set(word.typed, correction);
    const right = { ...createWord(correction), isNegated: word.isNegated };
    const match = lexicon.match(languageId, [right], 0);
    return [match ? createMatched([right], 0, match) : createClause([right])];
  }

  /**
   * Returns the intended word of a misspelling: the nearest word with a meaning, or from names and headings.
   */
  function findCorrection(word: Word): string | undefined {
    const { plain } = word;
    const maxEditDistance = getMaxEditDistance(plain.length);
    if (plain.length < MIN_CORRECTED_LENGTH || maxEditDistance === 0 || !/^\p{L}+$/u.test(plain))
      return undefined;
    const meaningCandidates = lexicon
      .listWords(languageId, plain.charAt(0))
      .filter((known) => Math.abs(known.length - plain.length) <= maxEditDistance)
      .map((known) => ({
        word: lexicon.spell(languageId, known),
        editDistance: countTypingErrors(plain, known),
      }))
      .filter(
        ({ word: known, editDistance }) => editDistance <= maxEditDistance && !rules.stopWords.has(known),
      );
    const inTexts = indexes.flatMap((index) => index.listSimilar(word).slice(0, 1));
    return [...meaningCandidates, ...inTexts].toSorted((a, b) => a.editDistance - b.editDistance)[0]?.word;
  }

  /**
   * Parses words with negations. Sequences that the lexicon knows as a whole ('no teeth', 'without grain')
   * keep their meaning there.
   */
  function parseNegations(all: readonly Word[]): Clause[] {
    const found: Clause[] = [];
    let before: Word[] = [];
    const readBefore = () => {
      if (before.length > 0) found.push(...parseClauses(markNegatedWords(before, rules), readWord));
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

  function readWord(word: Word, isLast: boolean): Clause[] {
    if (brands.has(word.plain)) return [createClause([word], { isWeak: true })];
    if (reader.isUnfinished && isLast && !word.isNegated) {
      const prefixClause = createPrefixClause(word);
      if (prefixClause) return [prefixClause];
    }
    if (isInTexts(word)) return [addParts(createClause([word]))];
    if (/\d/u.test(word.plain)) return [createClause([word])];
    return readUnknown(word);
  }

  const quoted = [...term.matchAll(/"([^"]+)"/gu)].map(([, text]) => readWords(text ?? ''));
  const open = term.replaceAll(/"([^"]+)"/gu, ' ');
  const excluded = [...open.matchAll(/(?:^|\s)-(\p{L}[\p{L}\p{N}]*)/gu)].map(([, text]) => text ?? '');
  const rest = open.replaceAll(/(?:^|\s)-(?=\p{L})\p{L}[\p{L}\p{N}]*/gu, ' ');
  for (const words of quoted) {
    if (words.length > 0)
      clauses.push(createClause(words.slice(0, MAX_TERM_WORDS_READ), { isQuoted: true, isNegated: false }));
  }
  for (const word of excluded.slice(0, MAX_TERM_WORDS_READ)) {
    clauses.push(createClause([{ ...createWord(word.toLowerCase()), isNegated: true }]));
  }
  const words = readWords(rest).slice(0, MAX_TERM_WORDS_READ);
  clauses.push(...parseNegations(words));
  const found = clauses.length === 0 ? words.map((word) => createClause([word])) : clauses;
  return {
    clauses: found,
    correctedTerm: corrections.size === 0 ? null : applyCorrections(term, corrections),
  };
}

/** Replaces some words of a term; the others stay as typed. */
function applyCorrections(term: string, corrections: ReadonlyMap<string, string>): string {
  return term
    .normalize('NFC')
    .replaceAll(/[\p{L}\p{M}\p{N}]+/gu, (typed) => corrections.get(typed.toLowerCase()) ?? typed)
    .replaceAll(/\s+/g, ' ')
    .trim();
}
