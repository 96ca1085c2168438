import type { FacetCondition } from '../facets.ts';
import type { ProductHits, ProductPage } from '../product-search.ts';
import { countState, createBounds, listCounts } from './listings/condition-tally.ts';
import { at, createListingTable, type ListingRow } from './listings/listing-table.ts';
import { createRowRelevance, type ProductRelevance, sortByRelevance } from './listings/relevance.ts';
import { createStates, listHits, markFailures, STATE_EXCLUDED, STATE_PASSES } from './listings/row-states.ts';
import { createSortOrders, type NameRanks } from './listings/sort-orders.ts';

export type { ListingRow } from './listings/listing-table.ts';
export type { ProductRelevance } from './listings/relevance.ts';

export interface ListingSearch {
  /** Categories of the products; null for all. */
  readonly categoryIds: readonly number[] | null;
  /** Conditions of the page itself, in addition to the selected filters. */
  readonly scope: readonly FacetCondition[];
  readonly conditions: readonly FacetCondition[];
  /** Null without a term. */
  readonly relevance: ProductRelevance | null;
  readonly now: Date;
}

/** The lists of one site in memory. */
export interface Listings {
  /** @param nameRanks only needed to sort by name */
  find(search: ListingSearch, page: ProductPage, nameRanks?: NameRanks): ProductHits;
  /** Returns the default variants of the most relevant products. */
  listBest(fits: ProductRelevance, now: Date, limit: number): number[];
  /** Counts the products for sale by their own (leaf) category. */
  countByCategory(now: Date): Map<number, number>;
  /** Replaces all rows of some products. Products without a row disappear from the lists. */
  replace(productIds: readonly number[], rows: readonly ListingRow[]): void;
}

/**
 * Stores the lists of a site in columns of numbers. A search is one pass over the products of the scope,
 * about 0.1 µs each. A database needs several passes, because counting by value is expensive there
 * (measurements in docs/search.md).
 */
export function createInMemoryListings(rows: readonly ListingRow[]): Listings {
  const table = createListingTable();
  const sortOrders = createSortOrders(table);
  const rowRelevance = createRowRelevance(table);

  function replace(productIds: readonly number[], next: readonly ListingRow[]): void {
    const { removed, added } = table.replace(productIds, next);
    rowRelevance.reset();
    sortOrders.update(removed, added);
  }

  // Indexes follow catalogue order, in which most lists are read, so that sequential reads are adjacent in
  // memory.
  replace(
    [],
    rows.toSorted((a, b) => a.position - b.position || a.productId - b.productId),
  );

  return {
    find({ categoryIds: wantedIds, scope, conditions, relevance: fits, now }, page, nameRanks) {
      const relevanceColumn = fits && rowRelevance.createColumn(fits);
      const states = createStates(table, now.getTime(), relevanceColumn);
      if (wantedIds)
        markFailures(table, states, { facetKey: 'product-group', categoryIds: wantedIds }, STATE_EXCLUDED);
      for (const condition of scope) markFailures(table, states, condition, STATE_EXCLUDED);
      for (const [place, condition] of conditions.entries())
        markFailures(table, states, condition, 1 + place);
      /** Tallies by the one condition that a product fails; the last one is for products that fail none. */
      const tallies = [...conditions, null].map((condition, place) =>
        countState(table, states, condition === null ? STATE_PASSES : 1 + place, condition?.facetKey ?? null),
      );
      const found = listHits(sortOrders.list(page, nameRanks), states);
      const hits =
        relevanceColumn && page.sort === 'relevance'
          ? sortByRelevance(found, relevanceColumn, page.descending)
          : found;
      const counted = tallies.filter(({ count }) => count > 0);
      const ofHits = tallies.at(-1);
      return {
        total: hits.length,
        hasWeights: ofHits?.hasWeights === true,
        productVariantIds: Array.from(hits.slice(page.offset, page.offset + page.limit), (index) =>
          at(table.columns.productVariantId, index),
        ),
        counts: counted.flatMap((tally) => listCounts(table, tally)),
        bounds: counted.map(createBounds),
      };
    },

    listBest(fits, now, limit) {
      const relevanceColumn = rowRelevance.createColumn(fits);
      const found = listHits(sortOrders.listCatalogue(), createStates(table, now.getTime(), relevanceColumn));
      return Array.from(sortByRelevance(found, relevanceColumn, false).subarray(0, limit), (index) =>
        at(table.columns.productVariantId, index),
      );
    },

    countByCategory(now) {
      const instant = now.getTime();
      const counts = new Map<number, number>();
      const { size, columns, categoryIds } = table;
      const { validFrom, validUntil } = columns;
      for (let index = 0; index < size; index += 1) {
        const categoryId = categoryIds[at(columns.category, index)];
        const isInForce = at(validFrom, index) <= instant && instant < at(validUntil, index);
        if (categoryId === undefined || !isInForce) continue;
        counts.set(categoryId, (counts.get(categoryId) ?? 0) + 1);
      }
      return counts;
    },

    replace,
  };
}
