import type { Database } from '../../core/database/database.ts';
import { createImportCache } from '../../shop-store/import-cache.ts';
import { type CategoryRow, listCategories } from '../categories/queries.ts';
import { listTerms, type TermRow } from './queries.ts';

/** Terms that describe products, cached in memory until an import changes them. */
export interface VocabularyService {
  /** Lists every category of the site in display order. */
  listCategories(siteId: number, languageId: number): Promise<CategoryRow[]>;
  listTerms(languageId: number, vocabularies: readonly string[]): Promise<TermRow[]>;
  /** Returns terms and categories, and the import version of the database. */
  fetchVocabulary(
    scope: { readonly siteId: number; readonly languageId: number },
    vocabularies: readonly string[],
  ): Promise<{ terms: TermRow[]; categories: CategoryRow[]; importVersion: number }>;
}

/** Returns the name of a term by its vocabulary and key. */
export type Terms = (vocabulary: string, key: string) => string | undefined;

export function createTerms(rows: readonly TermRow[]): Terms {
  const names = new Map(rows.map(({ vocabulary, key, name }) => [`${vocabulary} ${key}`, name]));
  return (vocabulary, key) => names.get(`${vocabulary} ${key}`);
}

/** Creates the service. Terms are read on first use. */
export function createVocabularyService({ database }: { readonly database: Database }): VocabularyService {
  const cache = createImportCache(database);
  const fetchCategories = (siteId: number, languageId: number) =>
    cache.fetch(`categories ${siteId} ${languageId}`, () => listCategories(database, siteId, languageId));
  const fetchTerms = (languageId: number) =>
    cache.fetch(`terms ${languageId}`, () => listTerms(database, languageId));
  return {
    listCategories: async (siteId, languageId) => (await fetchCategories(siteId, languageId)).value,
    async listTerms(languageId, vocabularies) {
      const { value } = await fetchTerms(languageId);
      return vocabularies.flatMap((vocabulary) => value.get(vocabulary) ?? []);
    },
    async fetchVocabulary({ siteId, languageId }, vocabularies) {
      const [terms, categories] = await Promise.all([
        fetchTerms(languageId),
        fetchCategories(siteId, languageId),
      ]);
      return {
        terms: vocabularies.flatMap((vocabulary) => terms.value.get(vocabulary) ?? []),
        categories: categories.value,
        importVersion: Math.max(terms.version, categories.version),
      };
    },
  };
}
