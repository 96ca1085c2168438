import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '../../../core/database/database.ts';
import { listLanguages } from '../../../sites/languages/queries.ts';
import { category, categoryTranslation } from '../../categories/tables.ts';
import { termTranslation } from '../../vocabulary/tables.ts';
import { searchMeaning, searchSynonym } from '../tables.ts';
import { createTermMeanings, type NameRow, type TermMeanings } from './term-meanings.ts';

/** Vocabularies whose names have a meaning for a search. */
const SEARCHED_VOCABULARIES = [
  'material',
  'horseTypes',
  'ageGroups',
  'applications',
  'ingredientFlags',
  'packaging',
];

/**
 * Reads the names of facet values, materials and categories.
 *
 * @param languageId default: all languages
 */
export async function readVocabularyNames(database: Database, languageId?: number): Promise<NameRow[]> {
  const terms = await database
    .select({
      languageId: termTranslation.languageId,
      facet: termTranslation.vocabulary,
      value: termTranslation.key,
      name: termTranslation.name,
    })
    .from(termTranslation)
    .where(
      and(
        inArray(termTranslation.vocabulary, SEARCHED_VOCABULARIES),
        languageId === undefined ? undefined : eq(termTranslation.languageId, languageId),
      ),
    );
  const categories = await database
    .select({
      languageId: categoryTranslation.languageId,
      value: category.key,
      name: categoryTranslation.name,
    })
    .from(categoryTranslation)
    .innerJoin(category, eq(category.categoryId, categoryTranslation.categoryId))
    .where(languageId === undefined ? undefined : eq(categoryTranslation.languageId, languageId));
  return [...terms, ...categories.map((row) => ({ ...row, facet: 'category' }))];
}

/** Reads the meanings of words in all languages. */
export async function readTermMeanings(database: Database): Promise<TermMeanings> {
  return createTermMeanings({
    languages: await listLanguages(database),
    synonyms: await database.select().from(searchSynonym),
    meanings: await database.select().from(searchMeaning),
    names: await readVocabularyNames(database),
  });
}
