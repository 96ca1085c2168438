import type { ErrorReporter } from '../../../../platform/sentry.ts';
import type { Database } from '../../../core/database/database.ts';
import type { ProductSearch } from '../product-search.ts';
import { createListingCache } from './listing-cache.ts';
import { createTermSearch } from './term-search.ts';

/** Creates the default engine: texts and lists in memory, loaded from the database. */
export function createMemorySearch(
  database: Database,
  errors: Pick<ErrorReporter, 'reportError'>,
): ProductSearch {
  const store = createListingCache(database);
  const terms = createTermSearch(database, errors);

  return {
    async find(search, page) {
      const { siteId, languageId, term } = search;
      const [listings, found, nameRanks] = await Promise.all([
        store.fetchListings(siteId),
        term === null ? null : terms.find({ ...search, term }),
        page.sort === 'name' ? store.fetchNameRanks(languageId) : undefined,
      ]);
      return {
        ...listings.find({ ...search, relevance: found?.relevance ?? null }, page, nameRanks),
        correctedTerm: found?.correctedTerm ?? null,
        leftOutWords: found?.leftOutWords ?? [],
        pages: found?.pages ?? [],
      };
    },
    async suggest(search, limit) {
      const [listings, found] = await Promise.all([
        store.fetchListings(search.siteId),
        terms.find({ ...search, isUnfinished: true }),
      ]);
      return {
        productVariantIds: listings.listBest(found.relevance, search.now, limit),
        correctedTerm: found.correctedTerm,
        terms: found.completions,
        pages: found.pages,
      };
    },
    listPopularTerms: (search) => terms.listPopular(search),
    countByCategory: async (siteId, now) => (await store.fetchListings(siteId)).countByCategory(now),
  };
}
