import { sql } from 'drizzle-orm';
import type { Database } from '../../../core/database/database.ts';
import { escapeLike } from '../../../core/database/escape-like.ts';
import { searchMeaning, searchTerm, searchWord } from '../tables.ts';
import {
  type KnownWords,
  listSimilarWords,
  MAX_PREFIX_WORDS,
  MIN_NAMING_WEIGHT,
} from '../terms/known-words.ts';
import { getLanguageRules, type LanguageRules } from '../terms/language-rules.ts';
import { MAX_TERM_WORDS_READ } from '../terms/parse-term.ts';
import { readWords, toStem, type Word } from '../terms/read-words.ts';
import {
  createTermMeanings,
  MAX_TERM_WORDS,
  type MeaningRow,
  type TermMeanings,
} from '../terms/term-meanings.ts';

type TypedWord = Pick<Word, 'typed' | 'plain'>;

interface TermRow {
  readonly languageId: number;
  readonly concept: string;
  readonly term: string;
  readonly position: number;
  readonly meanings: readonly MeaningRow[];
}

interface WordRow {
  readonly isOfPages: boolean;
  readonly plain: string;
  readonly isFact: boolean;
  readonly stem: string;
  readonly typed: string;
  readonly weight: number;
  readonly parts: readonly string[];
}

/** Number of words with the most trigrams in common that are compared with a misspelled one. */
const MAX_SIMILAR_WORDS = 40;
/** Further rounds would only be caused by a mistake: each answers what the one before asked. */
const MAX_ROUNDS = 8;

/**
 * Questions about words, of which each is answered by the rows of one statement. `later` is asked for unknown
 * words only, and has many rows.
 */
const questionNames = ['term', 'elsewhere', 'word', 'laterTerm', 'prefix', 'letter', 'similar'] as const;
type QuestionName = (typeof questionNames)[number];
const FIRST_QUESTIONS: readonly QuestionName[] = ['term', 'word'];

/**
 * The part of the vocabulary that one term needs. It is read from the database in a few rounds: the term is
 * interpreted with what is known so far, and what the interpretation asked for in vain is read before it is
 * interpreted again. Nothing is retained after the term.
 */
export interface TermLookup {
  readonly meanings: TermMeanings;
  /** The words of products and of pages. */
  readonly indexes: readonly [KnownWords, KnownWords];
  /** Reads the meanings and the documents' forms of the words of a term, which most terms need only. */
  prepare(term: string): Promise<void>;
  /** Reads what a piece of work needs, and returns its result when nothing is missing. */
  resolve<T>(work: () => T): Promise<T>;
  /** Returns the lexemes of a word: its stem, and the stems of compounds with it. */
  listLexemes(word: TypedWord, isOfPages: boolean): { readonly stem: string; readonly compounds: string[] };
  /** Returns whether any document has a fact. */
  hasFact(fact: string, isOfPages: boolean): boolean;
  /** Returns the words of products that begin with a prefix, with their stems. */
  listPrefixWords(
    prefix: string,
  ): { readonly plain: string; readonly typed: string; readonly stem: string }[];
}

const toJson = (values: Iterable<string>) => sql`${JSON.stringify([...values])}::jsonb`;
/** A list of texts as one parameter. */
const toTexts = (values: Iterable<string>) => sql`array(select jsonb_array_elements_text(${toJson(values)}))`;

/** Keys by question. */
type Questions = ReadonlyMap<QuestionName, ReadonlySet<string>>;

const NO_KEYS: ReadonlySet<string> = new Set();
const getKeys = (questions: Questions, name: QuestionName): ReadonlySet<string> =>
  questions.get(name) ?? NO_KEYS;

/** Reads the terms that answer questions, with all terms of their concepts in the language. */
async function readTermRows(
  database: Database,
  languageId: number,
  questions: Questions,
): Promise<TermRow[]> {
  const isOwn = sql`language_id = ${languageId}`;
  const own = new Set([...getKeys(questions, 'term'), ...getKeys(questions, 'laterTerm')]);
  const elsewhere = getKeys(questions, 'elsewhere');
  const selects = [
    ...(own.size > 0
      ? [
          sql`select language_id, concept from ${searchTerm} where ${isOwn} and plain = any(${toTexts(own)})`,
          sql`select language_id, concept from ${searchTerm} where ${isOwn} and stems = any(${toTexts(own)})`,
        ]
      : []),
    ...(elsewhere.size > 0
      ? [
          sql`select language_id, concept from ${searchTerm}
            where language_id <> ${languageId}
              and (plain = any(${toTexts(elsewhere)}) or stems = any(${toTexts(elsewhere)}))`,
        ]
      : []),
    ...[...getKeys(questions, 'prefix')].map(
      (prefix) => sql`(select language_id, concept from ${searchTerm}
        where ${isOwn} and plain like ${`${escapeLike(prefix)}%`} order by plain limit ${MAX_PREFIX_WORDS})`,
    ),
    ...[...getKeys(questions, 'letter')].map(
      (letter) => sql`select language_id, concept from ${searchTerm}
        where ${isOwn} and plain like ${`${escapeLike(letter)}%`} and plain not like '% %'`,
    ),
  ];
  if (selects.length === 0) return [];
  const { rows } = (await database.execute(sql`
    with matched as (${sql.join(selects, sql` union `)})
    select term.language_id as "languageId", term.concept, term.term, term.position,
      coalesce((select jsonb_agg(jsonb_build_object('groupKey', m.group_key, 'role', m.role, 'facet', m.facet,
        'value', m.value, 'position', m.position)) from ${searchMeaning} m
        where m.group_key = term.concept), '[]') as meanings
    from ${searchTerm} term
    join matched on matched.language_id = term.language_id and matched.concept = term.concept`)) as unknown as {
    rows: TermRow[];
  };
  return rows;
}

/** Reads the words that answer questions. */
async function readWordRows(
  database: Database,
  languageId: number,
  questions: Questions,
): Promise<WordRow[]> {
  const isOwn = sql`language_id = ${languageId}`;
  const keys = getKeys(questions, 'word');
  const similar = getKeys(questions, 'similar');
  const all = sql`select is_of_pages as "isOfPages", plain, is_fact as "isFact", stem, typed, weight, parts
    from ${searchWord} where ${isOwn}`;
  const selects = [
    ...(keys.size > 0
      ? [
          sql`(${all} and plain = any(${toTexts(keys)}))`,
          sql`(${all} and stem = any(${toTexts(keys)}))`,
          sql`(${all} and parts && ${toTexts(keys)})`,
        ]
      : []),
    ...[...getKeys(questions, 'prefix')].flatMap((prefix) =>
      [false, true].map(
        (isOfPages) => sql`(${all} and is_of_pages = ${isOfPages} and not is_fact
          and plain like ${`${escapeLike(prefix)}%`} order by weight desc, plain limit ${MAX_PREFIX_WORDS})`,
      ),
    ),
    ...[...similar].map(
      (word) => sql`(${all} and not is_fact and plain like ${`${escapeLike(word.charAt(0))}%`}
        and weight >= ${MIN_NAMING_WEIGHT} and length(plain) between ${word.length - 2} and ${word.length + 2}
        order by similarity(plain, ${word}) desc limit ${MAX_SIMILAR_WORDS})`,
    ),
  ];
  if (selects.length === 0) return [];
  const { rows } = (await database.execute(sql.join(selects, sql` union `))) as unknown as {
    rows: WordRow[];
  };
  return rows;
}

export function createTermLookup(
  database: Database,
  languageId: number,
  languages: readonly { readonly languageId: number; readonly code: string }[],
): TermLookup {
  const rules = getLanguageRules(languages.find((row) => row.languageId === languageId)?.code ?? '');
  const otherRules = languages
    .filter((row) => row.languageId !== languageId)
    .map(({ code }) => getLanguageRules(code));
  const asked = new Map(questionNames.map((name) => [name, new Set<string>()]));
  const answered = new Map(questionNames.map((name) => [name, new Set<string>()]));
  const terms = new Map<string, TermRow>();
  const words = new Map<string, WordRow>();
  let meanings = createMeanings();

  /** Notes a question unless it is answered. */
  function ask(name: QuestionName, key: string): void {
    if (!answered.get(name)?.has(key)) asked.get(name)?.add(key);
  }

  function createMeanings(): TermMeanings {
    const rows = [...terms.values()].sort((a, b) => a.position - b.position);
    const synonyms = rows.filter(({ concept }) => !concept.startsWith('='));
    const groups = new Map(synonyms.map((row) => [row.concept, row.meanings]));
    return createTermMeanings({
      languages,
      synonyms: synonyms.map(({ concept, ...row }) => ({ ...row, groupKey: concept })),
      meanings: [...groups.values()].flat(),
      names: rows.flatMap(({ languageId: of, concept, term }) => {
        if (!concept.startsWith('=')) return [];
        const colon = concept.indexOf(':');
        return [
          { languageId: of, facet: concept.slice(1, colon), value: concept.slice(colon + 1), name: term },
        ];
      }),
    });
  }

  const getStems = (run: readonly TypedWord[], of: LanguageRules): string =>
    run.map(({ typed }) => toStem(typed, of)).join(' ');

  /** Asks for a sequence of words in the forms in which terms are stored. */
  function askTerm(name: QuestionName, run: readonly TypedWord[], of: readonly LanguageRules[]): void {
    ask(name, run.map(({ plain }) => plain).join(' '));
    for (const each of of) ask(name, getStems(run, each));
  }

  const meaningsOfTerm: TermMeanings = {
    match(of, run, start) {
      for (let length = Math.min(MAX_TERM_WORDS, run.length - start); length > 0; length -= 1) {
        const sequence = run.slice(start, start + length);
        askTerm('term', sequence, [rules]);
        if (length > 1) askTerm('term', readWords(sequence.map(({ typed }) => typed).join('')), [rules]);
      }
      return meanings.match(of, run, start);
    },
    matchElsewhere(of, run, start) {
      const word = run[start];
      if (word) askTerm('elsewhere', [word], otherRules);
      return meanings.matchElsewhere(of, run, start);
    },
    listTerms: (of, concept) => meanings.listTerms(of, concept),
    isKnown(of, plain) {
      askTerm('laterTerm', readWords(plain), [rules]);
      return meanings.isKnown(of, plain);
    },
    listWords(of, letter) {
      ask('letter', letter);
      return meanings.listWords(of, letter);
    },
    listCompletions(of, plain) {
      ask('prefix', plain);
      return meanings.listCompletions(of, plain).slice(0, MAX_PREFIX_WORDS);
    },
    listPopular: (of) => meanings.listPopular(of),
    spell: (of, plain) => meanings.spell(of, plain),
  };

  const getStem = (word: TypedWord, isOfPages: boolean): string =>
    words.get(`${isOfPages} ${word.plain}`)?.stem ?? toStem(word.typed, rules);

  function listLexemes(word: TypedWord, isOfPages: boolean) {
    ask('word', word.plain);
    ask('word', toStem(word.typed, rules));
    const stem = getStem(word, isOfPages);
    const compounds = [...words.values()]
      .filter((row) => row.isOfPages === isOfPages && row.parts.includes(stem))
      .map((row) => row.stem);
    return { stem, compounds: [...new Set(compounds)] };
  }

  const listWordsWith = (isOfPages: boolean, prefix: string): WordRow[] =>
    [...words.values()]
      .filter((row) => row.isOfPages === isOfPages && !row.isFact && row.plain.startsWith(prefix))
      .sort((a, b) => b.weight - a.weight || (a.plain < b.plain ? -1 : 1));

  const createKnownWords = (isOfPages: boolean): KnownWords => ({
    has(word) {
      const { stem, compounds } = listLexemes(word, isOfPages);
      return (
        compounds.length > 0 ||
        [...words.values()].some((row) => row.isOfPages === isOfPages && row.stem === stem)
      );
    },
    isWritten(plain) {
      ask('word', plain);
      return words.has(`${isOfPages} ${plain}`);
    },
    listCompletions(prefix) {
      ask('prefix', prefix);
      return listWordsWith(isOfPages, prefix)
        .slice(0, MAX_PREFIX_WORDS)
        .map(({ plain }) => plain);
    },
    listSimilar({ plain }) {
      ask('similar', plain);
      const named = listWordsWith(isOfPages, plain.charAt(0)).filter(
        (row) => row.weight >= MIN_NAMING_WEIGHT && row.plain.length > 2 && /^\p{L}+$/u.test(row.plain),
      );
      return listSimilarWords(
        plain,
        named.map((row) => row.plain),
        rules.stopWords,
      ).map(({ word, editDistance }) => ({
        word: words.get(`${isOfPages} ${word}`)?.typed ?? word,
        editDistance,
      }));
    },
  });

  /** Returns the keys of a question that are read now. */
  function take(name: QuestionName): Set<string> {
    const keys = new Set(asked.get(name));
    for (const key of keys) answered.get(name)?.add(key);
    asked.get(name)?.clear();
    return keys;
  }

  async function readMissing(): Promise<boolean> {
    const isAsked = (name: QuestionName) => (asked.get(name)?.size ?? 0) > 0;
    const first = FIRST_QUESTIONS.filter(isAsked);
    const names = first.length > 0 ? first : questionNames.filter(isAsked);
    if (names.length === 0) return false;
    const questions = new Map(names.map((name) => [name, take(name)]));
    const [termRows, wordRows] = await Promise.all([
      readTermRows(database, languageId, questions),
      readWordRows(database, languageId, questions),
    ]);
    for (const row of termRows) terms.set(`${row.languageId} ${row.concept} ${row.term}`, row);
    for (const row of wordRows) words.set(`${row.isOfPages} ${row.plain}`, row);
    if (termRows.length > 0) meanings = createMeanings();
    return true;
  }

  return {
    meanings: meaningsOfTerm,
    indexes: [createKnownWords(false), createKnownWords(true)],
    async prepare(term) {
      const run = readWords(term).slice(0, MAX_TERM_WORDS_READ);
      for (const [start, word] of run.entries()) {
        meaningsOfTerm.match(languageId, run, start);
        listLexemes(word, false);
      }
      await readMissing();
    },
    async resolve(work) {
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        // Questions of the previous round may have been caused by what was not known yet.
        for (const keys of asked.values()) keys.clear();
        const result = work();
        if (!(await readMissing())) return result;
      }
      return work();
    },
    listLexemes,
    hasFact(fact, isOfPages) {
      ask('word', fact);
      return words.has(`${isOfPages} ${fact}`);
    },
    listPrefixWords(prefix) {
      ask('prefix', prefix);
      return listWordsWith(false, prefix).slice(0, MAX_PREFIX_WORDS);
    },
  };
}
