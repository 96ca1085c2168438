import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../core/database/database.ts';
import { languages } from '../../../sites/languages/views.ts';
import type { SearchDocument, SearchIndex } from '../product-search.ts';
import { searchDocument, searchSynonym, searchTerm, searchWord } from '../tables.ts';
import { MIN_COMPOUND_LENGTH } from '../terms/known-words.ts';
import { getLanguageRules, type LanguageRules } from '../terms/language-rules.ts';
import { readVocabularyNames } from '../terms/read-term-meanings.ts';
import { getNegatedPart, readWords, toStem } from '../terms/read-words.ts';
import { splitCompound } from '../terms/split-compound.ts';
import { MAX_TERM_WORDS, toTermName } from '../terms/term-meanings.ts';
import { createWordWeigher, NEGATED_PREFIX } from '../terms/weigh-words.ts';
import { getWeightLetter, quoteLexeme, toFact } from './lexemes.ts';

/** Rows per statement; PostgreSQL accepts 65,535 values in one. */
const ROWS_PER_STATEMENT = 1000;
/** Longer words are not indexed: PostgreSQL refuses lexemes of 2 KB. */
const MAX_WORD_LENGTH = 100;

type WordRow = Omit<typeof searchWord.$inferInsert, 'languageId' | 'isOfPages' | 'parts'>;

const listBatches = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / ROWS_PER_STATEMENT) }, (_, place) =>
    rows.slice(place * ROWS_PER_STATEMENT, (place + 1) * ROWS_PER_STATEMENT),
  );

async function readRules(database: Database, languageId: number): Promise<LanguageRules> {
  const [row] = await database
    .select({ code: languages.code })
    .from(languages)
    .where(eq(languages.languageId, languageId));
  return getLanguageRules(row?.code ?? '');
}

/** Returns the words and facts of a document, one row per word. */
function listDocumentWords(
  { texts, attributes }: SearchDocument,
  weighWords: ReturnType<typeof createWordWeigher>,
  rules: LanguageRules,
): WordRow[] {
  const words = [...weighWords(texts)]
    .filter(([plain]) => plain.length <= MAX_WORD_LENGTH)
    .map(([plain, { typed, weight }]) => ({
      plain,
      isFact: false,
      stem: `${plain.startsWith(NEGATED_PREFIX) ? NEGATED_PREFIX : ''}${toStem(typed, rules)}`,
      typed,
      weight,
    }));
  const facts = attributes.map(({ facet, value, weight }) => {
    const fact = toFact(facet, value);
    return { plain: fact, isFact: true, stem: fact, typed: fact, weight };
  });
  return [...words, ...facts];
}

/** Returns the text of a `tsvector`. */
const createVector = (words: readonly WordRow[]): string =>
  words
    .map(({ stem, weight, isFact }) => `${quoteLexeme(stem)}:1${getWeightLetter(weight, isFact)}`)
    .join(' ');

/** Deletes the words that are in no document. */
async function deleteUnusedWords(database: Database, languageId: number, isOfPages: boolean): Promise<void> {
  // `ts_stat` takes the query as a text, without parameters.
  const documents = `select terms from search_document where language_id = ${languageId} and kind ${isOfPages ? '<>' : '='} 'product'`;
  await database.execute(sql`
    delete from ${searchWord} known
    where language_id = ${languageId} and is_of_pages = ${isOfPages} and not exists (
      select 1 from ts_stat(${documents}) used where used.word = known.stem
    )`);
}

/** Writes the parts of compounds: a word is a part if any text or meaning has it. */
async function updateCompounds(database: Database, languageId: number, rules: LanguageRules): Promise<void> {
  if (rules.joints.length <= 1) return;
  const words = await database
    .select({
      isOfPages: searchWord.isOfPages,
      plain: searchWord.plain,
      typed: searchWord.typed,
      parts: searchWord.parts,
    })
    .from(searchWord)
    .where(and(eq(searchWord.languageId, languageId), eq(searchWord.isFact, false)));
  const terms = await database
    .select({ plain: searchTerm.plain })
    .from(searchTerm)
    .where(eq(searchTerm.languageId, languageId));
  const known = new Set([...words, ...terms].map(({ plain }) => plain));
  const changed = words.flatMap(({ isOfPages, plain, typed, parts }) => {
    const isCompound =
      plain.length >= MIN_COMPOUND_LENGTH &&
      !plain.startsWith(NEGATED_PREFIX) &&
      !getNegatedPart({ typed }, rules);
    const found = isCompound ? splitCompound(plain, rules, (part) => known.has(part)) : undefined;
    const stems = [...new Set((found ?? []).map((part) => toStem(part, rules)))];
    return stems.join() === parts.join() ? [] : [{ isOfPages, plain, parts: stems.join(' ') }];
  });
  for (const batch of listBatches(changed)) {
    await database.execute(sql`
      update ${searchWord} word set parts = string_to_array(changed.parts, ' ')
      from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb)
        as changed("isOfPages" boolean, plain text, parts text)
      where word.language_id = ${languageId} and word.is_of_pages = changed."isOfPages"
        and word.plain = changed.plain`);
  }
}

/** Replaces the terms with a meaning in a language. */
async function replaceTerms(database: Database, languageId: number, rules: LanguageRules): Promise<void> {
  const synonyms = await database
    .select()
    .from(searchSynonym)
    .where(eq(searchSynonym.languageId, languageId));
  const names = await readVocabularyNames(database, languageId);
  const all = [
    ...synonyms.map(({ groupKey, term, position }) => ({ concept: groupKey, term, position })),
    ...names.map(({ facet, value, name }) => ({
      concept: `=${toFact(facet, value)}`,
      term: toTermName(name),
      position: 0,
    })),
  ];
  const rows = all.flatMap((row) => {
    const words = readWords(row.term);
    if (words.length === 0 || words.length > MAX_TERM_WORDS) return [];
    const plain = words.map((word) => word.plain).join(' ');
    const stems = words.map(({ typed }) => toStem(typed, rules)).join(' ');
    return [{ ...row, languageId, plain, stems }];
  });
  await database.delete(searchTerm).where(eq(searchTerm.languageId, languageId));
  for (const batch of listBatches(rows)) {
    await database.insert(searchTerm).values(batch).onConflictDoNothing();
  }
}

/** Creates the index of the engine in SQL: the tables `search_document`, `search_word` and `search_term`. */
export function createSqlIndex(database: Database): SearchIndex {
  return {
    async listFingerprints(languageId) {
      const rows = await database
        .select({ documentId: searchDocument.documentId, fingerprint: searchDocument.fingerprint })
        .from(searchDocument)
        .where(eq(searchDocument.languageId, languageId));
      return new Map(rows.map(({ documentId, fingerprint }) => [documentId, fingerprint]));
    },

    async index(languageId, documents) {
      const rules = await readRules(database, languageId);
      const weighWords = createWordWeigher(rules);
      const known = new Map<string, WordRow & { readonly isOfPages: boolean }>();
      const rows = documents.map((document) => {
        const { documentId, kind, entityId, key, plainName, fingerprint } = document;
        const words = listDocumentWords(document, weighWords, rules);
        const isOfPages = kind !== 'product';
        for (const word of words) {
          const name = `${isOfPages} ${word.plain}`;
          if (word.weight > (known.get(name)?.weight ?? 0)) known.set(name, { ...word, isOfPages });
        }
        const terms = createVector(words);
        return { languageId, documentId, kind, entityId, key, plainName, terms, fingerprint };
      });
      for (const batch of listBatches([...known.values()])) {
        await database
          .insert(searchWord)
          .values(batch.map((word) => ({ ...word, languageId })))
          .onConflictDoUpdate({
            target: [searchWord.languageId, searchWord.isOfPages, searchWord.plain],
            set: { weight: sql`excluded.weight`, typed: sql`excluded.typed`, stem: sql`excluded.stem` },
            setWhere: sql`${searchWord.weight} < excluded.weight`,
          });
      }
      for (const batch of listBatches(rows)) {
        await database
          .insert(searchDocument)
          .values(batch)
          .onConflictDoUpdate({
            target: [searchDocument.languageId, searchDocument.documentId],
            set: {
              plainName: sql`excluded.plain_name`,
              key: sql`excluded.key`,
              terms: sql`excluded.terms`,
              fingerprint: sql`excluded.fingerprint`,
            },
          });
      }
    },

    async remove(languageId, documentIds) {
      for (const batch of listBatches(documentIds)) {
        await database
          .delete(searchDocument)
          .where(and(eq(searchDocument.languageId, languageId), inArray(searchDocument.documentId, batch)));
      }
    },

    finish: (languageId) =>
      database.transaction('update-search-index', async (transaction) => {
        const rules = await readRules(transaction, languageId);
        await replaceTerms(transaction, languageId, rules);
        await deleteUnusedWords(transaction, languageId, false);
        await deleteUnusedWords(transaction, languageId, true);
        await updateCompounds(transaction, languageId, rules);
      }),
  };
}
