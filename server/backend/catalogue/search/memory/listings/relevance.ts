import { findSortedIndex } from '../find-sorted-index.ts';
import { at, type ListingTable } from './listing-table.ts';

/** Relevance of products for a term. */
export interface ProductRelevance {
  /** Ids of all products, ascending. The array instance stays the same while the products do. */
  readonly productIds: Int32Array;
  /**
   * Relevance of each product, by its index in `productIds`: a positive whole number, or 0 if the term does
   * not match.
   */
  readonly values: Float64Array;
}

/** Relevance of the rows of a table. */
export interface RowRelevance {
  /** Returns the relevance of each row's product; 0 if the term does not match. */
  createColumn(relevance: ProductRelevance): Int32Array;
  /** Call after rows of the table were replaced. */
  reset(): void;
}

/** Creates the relevance of the rows of a table. */
export function createRowRelevance(table: ListingTable): RowRelevance {
  /**
   * Index of each row's product among all products. Created when a term first needs it, and again after a
   * change.
   */
  let productIndexes: { readonly productIds: Int32Array; readonly places: Int32Array } | undefined;

  /** Returns the index of each row's product in the fits; -1 if it is missing. */
  function getProductIndexes(productIds: Int32Array): Int32Array {
    if (productIndexes?.productIds !== productIds) {
      const { size, columns } = table;
      const places = new Int32Array(size);
      for (let index = 0; index < size; index += 1) {
        places[index] = findSortedIndex(productIds, at(columns.productId, index));
      }
      productIndexes = { productIds, places };
    }
    return productIndexes.places;
  }

  return {
    createColumn({ productIds, values }) {
      const { size } = table;
      const places = getProductIndexes(productIds);
      const column = new Int32Array(size);
      for (let index = 0; index < size; index += 1) column[index] = values[places[index] ?? -1] ?? 0;
      return column;
    },
    reset() {
      productIndexes = undefined;
    },
  };
}

/**
 * Sorts hits by relevance; equal ones stay in their order. Relevance values are small whole numbers, so
 * counting sort is used.
 */
export function sortByRelevance(
  hits: Int32Array,
  relevanceColumn: Int32Array,
  descending: boolean,
): Int32Array {
  let most = 0;
  for (let place = 0; place < hits.length; place += 1) {
    most = Math.max(most, relevanceColumn[hits[place] ?? 0] ?? 0);
  }
  const starts = new Int32Array(most + 2);
  const ranks = new Int32Array(hits.length);
  for (let place = 0; place < hits.length; place += 1) {
    const fit = relevanceColumn[hits[place] ?? 0] ?? 0;
    const rank = descending ? fit : most - fit;
    ranks[place] = rank;
    starts[rank + 1] = (starts[rank + 1] ?? 0) + 1;
  }
  for (let rank = 1; rank < starts.length; rank += 1) {
    starts[rank] = (starts[rank] ?? 0) + (starts[rank - 1] ?? 0);
  }
  const ordered = new Int32Array(hits.length);
  for (let place = 0; place < hits.length; place += 1) {
    const rank = ranks[place] ?? 0;
    const start = starts[rank] ?? 0;
    ordered[start] = hits[place] ?? 0;
    starts[rank] = start + 1;
  }
  return ordered;
}
