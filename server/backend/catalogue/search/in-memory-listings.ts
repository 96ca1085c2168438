import type { SortKey } from '../../../../shared/contract/list-choices.ts';
import { type VocabularyFacetKey, vocabularyFacetKeys } from '../../../../shared/rules/vocabulary-facets.ts';
import type { FacetBounds, FacetCondition, FacetCount, FacetKey } from './facets.ts';
import { findSortedIndex } from './find-sorted-index.ts';

/** A row of `product_listing`, as `createInMemoryListings` expects it. */
export interface ListingRow {
  readonly productId: number;
  readonly productVariantId: number;
  /** Milliseconds since 1970. For the end, null means until further notice. */
  readonly validFrom: number;
  readonly validUntil: number | null;
  readonly categoryId: number;
  readonly position: number;
  /** Euro cents. */
  readonly amountInclVat: number;
  readonly amountPerKg: number | null;
  readonly starchSugar: number | null;
  readonly isSale: boolean;
  readonly isNew: boolean;
  readonly rating: number | null;
  /** Units sold in recent orders. */
  readonly piecesSold: number;
  /** Bit masks as decimal strings. */
  readonly masks: Readonly<Record<VocabularyFacetKey, string>>;
}

/** Maximum number of values in the mask of one facet, and in all masks together. */
const MASK_BITS = 63;
const MASK_VALUE_COUNT = vocabularyFacetKeys.length * MASK_BITS;

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

export interface ProductPage {
  readonly sort: SortKey;
  /** Whether the default direction of the key is reversed. */
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
}

export interface ProductHits {
  /** Number of hits on all pages. */
  readonly total: number;
  /** Whether any hit is sold by weight. */
  readonly hasWeights: boolean;
  /** Default variants of the page, in order; empty beyond the last page. */
  readonly productVariantIds: readonly number[];
  readonly counts: readonly FacetCount[];
  readonly bounds: readonly FacetBounds[];
}

/** Rank of every product's name in the alphabet of a language, by productId. */
export type NameRanks = ReadonlyMap<number, number>;

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

/** State of a product in a search that passes all conditions. */
const STATE_PASSES = 0;
/**
 * State of a product that is ruled out: not in the scope, or it fails two conditions. Values in between: 1 +
 * the index of the one condition that it fails.
 */
const STATE_EXCLUDED = 255;

/** Counts of the products that pass all conditions, or all but one. */
interface ConditionTally {
  /** The only condition that these products fail; null if they fail none. */
  readonly failed: FacetKey | null;
  count: number;
  minAmount: number;
  maxAmount: number;
  minStarchSugar: number;
  maxStarchSugar: number;
  hasWeights: boolean;
  /** By index of the category in the site's list of categories. */
  readonly categories: Int32Array;
  /** By value of any mask facet, see `listValues`. */
  readonly values: Int32Array;
  saleCount: number;
  newCount: number;
}

/** Returns the values in a mask as numbers that identify the facet and the bit. */
function listMaskValues(facetKey: VocabularyFacetKey, mask: bigint): number[] {
  const first = vocabularyFacetKeys.indexOf(facetKey) * MASK_BITS;
  const values: number[] = [];
  for (let bit = 0, rest = mask; rest > 0n; bit += 1, rest >>= 1n) {
    if (rest & 1n) values.push(first + bit);
  }
  return values;
}

const at = (column: Float64Array, index: number): number => column[index] ?? Number.NaN;
const compare = (a: number, b: number): number => a - b || 0;

/** Returns an array with 1 at the wanted indexes and 0 elsewhere. */
function createMembershipTable(length: number, indexes: readonly number[]): Uint8Array {
  const table = new Uint8Array(length);
  for (const index of indexes) table[index] = 1;
  return table;
}

const toFiniteOrNull = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** The stored columns of a row, by row index. NaN if the value is missing or the index is free. */
const columnNames = [
  'productId',
  'productVariantId',
  'validFrom',
  'validUntil',
  'category',
  'position',
  'amount',
  'amountPerKg',
  'starchSugar',
  'rating',
  'piecesSold',
  'sale',
  'new',
  'firstValue',
  'lastValue',
] as const;
type ListingColumns = Readonly<Record<(typeof columnNames)[number], Float64Array>>;

const createColumns = (create: (name: keyof ListingColumns) => Float64Array): ListingColumns =>
  Object.fromEntries(columnNames.map((name) => [name, create(name)])) as unknown as ListingColumns;

function enlargeColumn(column: Float64Array, length: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(length).fill(Number.NaN, column.length);
  larger.set(column);
  return larger;
}

/** Returns a capacity for a number of rows with some reserve, because growing means copying. */
const getColumnCapacity = (size: number): number => Math.ceil(size * 1.125) + 64;

/** All rows in one order. */
interface SortedRows {
  readonly name: string;
  /** The name ranks from which it was made. */
  readonly nameRanks: NameRanks | undefined;
  readonly compare: (a: number, b: number) => number;
  rows: Int32Array;
}

/**
 * Maximum number of cached orders in addition to catalogue order: seven sort keys in two directions, and
 * names in the languages of a site.
 */
const MAX_CACHED_SORT_ORDERS = 20;

/** Returns an order without the removed rows, and with the added ones inserted. */
function mergeSortedRows(
  order: SortedRows,
  removed: ReadonlySet<number>,
  added: readonly number[],
): Int32Array {
  const incoming = added.toSorted(order.compare);
  const merged = new Int32Array(order.rows.length - removed.size + incoming.length);
  let length = 0;
  let next = 0;
  for (const row of order.rows) {
    if (removed.has(row)) continue;
    for (; next < incoming.length && order.compare(incoming[next] ?? row, row) < 0; next += 1) {
      merged[length++] = incoming[next] ?? row;
    }
    merged[length++] = row;
  }
  merged.set(incoming.slice(next), length);
  return merged;
}

/**
 * Stores the lists of a site in columns of numbers. A search is one pass over the products of the scope,
 * about 0.1 µs each. A database needs several passes, because counting by value is expensive there
 * (measurements in docs/search.md).
 */
export function createInMemoryListings(rows: readonly ListingRow[]): Listings {
  let columns = createColumns(() => new Float64Array(0));
  /** Number of indexes in use or free for reuse, followed by the free ones. */
  let size = 0;
  const freeRows: number[] = [];
  const rowsByProduct = new Map<number, number[]>();
  /** The values of all rows in sequence: `firstValue` and `lastValue` (exclusive) delimit those of a row. */
  let values = new Float64Array(0);
  let valueCount = 0;
  const categoryIds: number[] = [];
  const categoryIndexes = new Map<number, number>();
  /**
   * Index of each row's product among all products. Created when a term first needs it, and again after a
   * change.
   */
  let productIndexes: { readonly productIds: Int32Array; readonly places: Int32Array } | undefined;
  // Masks repeat, so each is decoded once.
  const knownMasks = new Map<string, readonly number[]>();

  /** Compares by catalogue order, the tie-breaker of every other order. */
  const compareInCatalogue = (a: number, b: number): number =>
    compare(at(columns.position, a), at(columns.position, b)) ||
    compare(at(columns.productId, a), at(columns.productId, b)) ||
    compare(at(columns.validFrom, a), at(columns.validFrom, b));
  const catalogue: SortedRows = {
    name: 'catalogue',
    nameRanks: undefined,
    compare: compareInCatalogue,
    rows: new Int32Array(0),
  };
  /** The other orders, created on first use; see `getOrder`. */
  const cachedSortOrders: SortedRows[] = [];

  function getCategoryIndex(categoryId: number): number {
    const known = categoryIndexes.get(categoryId);
    if (known !== undefined) return known;
    categoryIndexes.set(categoryId, categoryIds.length);
    return categoryIds.push(categoryId) - 1;
  }

  const readValues = ({ masks }: ListingRow): number[] =>
    vocabularyFacetKeys.flatMap((key) => {
      const name = `${key} ${masks[key]}`;
      const known = knownMasks.get(name) ?? listMaskValues(key, BigInt(masks[key]));
      knownMasks.set(name, known);
      return known;
    });

  /**
   * Stores the values of a row and returns where they begin. Reuses the former values of the product if they
   * are the same.
   */
  function storeValues(rowValues: readonly number[], previousStart: number | undefined): number {
    if (
      previousStart !== undefined &&
      rowValues.every((value, index) => at(values, previousStart + index) === value)
    ) {
      return previousStart;
    }
    const first = valueCount;
    valueCount += rowValues.length;
    if (valueCount > values.length) values = enlargeColumn(values, getColumnCapacity(valueCount));
    values.set(rowValues, first);
    return first;
  }

  function storeRow(row: ListingRow, valuesBefore: number | undefined): number {
    const rowIndex = freeRows.pop() ?? size++;
    if (rowIndex >= columns.productId.length) {
      const length = getColumnCapacity(size);
      const smaller = columns;
      columns = createColumns((name) => enlargeColumn(smaller[name], length));
    }
    const rowValues = readValues(row);
    const firstValue = storeValues(rowValues, valuesBefore);
    const storedRow: Readonly<Record<keyof ListingColumns, number | null>> = {
      productId: row.productId,
      productVariantId: row.productVariantId,
      validFrom: row.validFrom,
      validUntil: row.validUntil ?? Number.POSITIVE_INFINITY,
      category: getCategoryIndex(row.categoryId),
      position: row.position,
      amount: row.amountInclVat,
      amountPerKg: row.amountPerKg,
      starchSugar: row.starchSugar,
      rating: row.rating,
      piecesSold: row.piecesSold,
      sale: Number(row.isSale),
      new: Number(row.isNew),
      firstValue,
      lastValue: firstValue + rowValues.length,
    };
    for (const name of columnNames) columns[name][rowIndex] = storedRow[name] ?? Number.NaN;
    return rowIndex;
  }

  function replace(productIds: readonly number[], next: readonly ListingRow[]): void {
    productIndexes = undefined;
    const removed = new Set<number>();
    const valuesBefore = new Map<number, number>();
    for (const productId of productIds) {
      for (const place of rowsByProduct.get(productId) ?? []) {
        removed.add(place);
        valuesBefore.set(productId, at(columns.firstValue, place));
        for (const name of columnNames) columns[name][place] = Number.NaN;
        freeRows.push(place);
      }
      rowsByProduct.delete(productId);
    }
    const added = next.map((row) => {
      const rowIndex = storeRow(row, valuesBefore.get(row.productId));
      valuesBefore.set(row.productId, at(columns.firstValue, rowIndex));
      const productRows = rowsByProduct.get(row.productId);
      if (productRows) productRows.push(rowIndex);
      else rowsByProduct.set(row.productId, [rowIndex]);
      return rowIndex;
    });
    for (const order of [catalogue, ...cachedSortOrders]) order.rows = mergeSortedRows(order, removed, added);
  }

  // Indexes follow catalogue order, in which most lists are read, so that sequential reads are adjacent in
  // memory.
  replace(
    [],
    rows.toSorted((a, b) => a.position - b.position || a.productId - b.productId),
  );

  const listPageLocations = (ids: readonly number[]) => ids.flatMap((id) => categoryIndexes.get(id) ?? []);

  /** Returns the index of each row's product in the fits; -1 if it is missing. */
  function getProductIndexes(productIds: Int32Array): Int32Array {
    if (productIndexes?.productIds !== productIds) {
      const places = new Int32Array(size);
      for (let index = 0; index < size; index += 1) {
        places[index] = findSortedIndex(productIds, at(columns.productId, index));
      }
      productIndexes = { productIds, places };
    }
    return productIndexes.places;
  }

  /** Returns the relevance of each row's product; 0 if the term does not match. */
  function createRelevanceColumn({ productIds, values: fits }: ProductRelevance): Int32Array {
    const places = getProductIndexes(productIds);
    const column = new Int32Array(size);
    for (let index = 0; index < size; index += 1) column[index] = fits[places[index] ?? -1] ?? 0;
    return column;
  }

  const isInForce = (index: number, instant: number): boolean =>
    at(columns.validFrom, index) <= instant && instant < at(columns.validUntil, index);

  // From here on a search processes whole columns in loops without calls: a call per product would allocate
  // an object for each number, megabytes per search.

  /**
   * Returns the initial states: products that are for sale at a given time and match the term, if there is
   * one.
   */
  function createStates(instant: number, relevanceColumn: Int32Array | null): Uint8Array {
    const { validFrom, validUntil } = columns;
    const states = new Uint8Array(size).fill(STATE_EXCLUDED);
    for (let index = 0; index < size; index += 1) {
      if (relevanceColumn !== null && !relevanceColumn[index]) continue;
      if (at(validFrom, index) <= instant && instant < at(validUntil, index)) states[index] = STATE_PASSES;
    }
    return states;
  }

  /**
   * Marks the products that fail a condition: the first failure with its own mark, the second as ruled out.
   */
  function markFailures(states: Uint8Array, condition: FacetCondition, failureState: number): void {
    const { category, starchSugar, amount } = columns;
    const fail = (index: number) => {
      states[index] = states[index] === STATE_PASSES ? failureState : STATE_EXCLUDED;
    };
    switch (condition.facetKey) {
      case 'product-group': {
        const isRequested = createMembershipTable(
          categoryIds.length,
          listPageLocations(condition.categoryIds),
        );
        for (let index = 0; index < size; index += 1) {
          if (states[index] !== STATE_EXCLUDED && isRequested[at(category, index)] !== 1) fail(index);
        }
        return;
      }
      case 'sale':
      case 'new': {
        const column = columns[condition.facetKey];
        for (let index = 0; index < size; index += 1) {
          if (states[index] !== STATE_EXCLUDED && at(column, index) !== 1) fail(index);
        }
        return;
      }
      // A missing value is not known to be within bounds; comparisons with NaN are false.
      case 'starch-sugar-max':
        for (let index = 0; index < size; index += 1) {
          if (states[index] !== STATE_EXCLUDED && !(at(starchSugar, index) <= condition.most)) fail(index);
        }
        return;
      case 'price': {
        const least = condition.least ?? Number.NEGATIVE_INFINITY;
        const most = condition.most ?? Number.POSITIVE_INFINITY;
        for (let index = 0; index < size; index += 1) {
          if (states[index] !== STATE_EXCLUDED && !(at(amount, index) >= least && at(amount, index) <= most))
            fail(index);
        }
        return;
      }
      default:
        markWithoutValue(
          states,
          createMembershipTable(MASK_VALUE_COUNT, listMaskValues(condition.facetKey, condition.mask)),
          failureState,
        );
    }
  }

  function markWithoutValue(states: Uint8Array, isRequested: Uint8Array, failureState: number): void {
    const { firstValue, lastValue } = columns;
    const known = values;
    for (let index = 0; index < size; index += 1) {
      if (states[index] === STATE_EXCLUDED) continue;
      const last = at(lastValue, index);
      let valueIndex = at(firstValue, index);
      while (valueIndex < last && isRequested[known[valueIndex] ?? 0] !== 1) valueIndex += 1;
      if (valueIndex === last) states[index] = states[index] === STATE_PASSES ? failureState : STATE_EXCLUDED;
    }
  }

  const createTally = (failed: FacetKey | null): ConditionTally => ({
    failed,
    count: 0,
    minAmount: Number.POSITIVE_INFINITY,
    maxAmount: Number.NEGATIVE_INFINITY,
    minStarchSugar: Number.POSITIVE_INFINITY,
    maxStarchSugar: Number.NEGATIVE_INFINITY,
    hasWeights: false,
    categories: new Int32Array(categoryIds.length),
    values: new Int32Array(MASK_VALUE_COUNT),
    saleCount: 0,
    newCount: 0,
  });

  /** Counts the products in a state. */
  function countState(states: Uint8Array, state: number, tally: ConditionTally): void {
    const { amount: amounts, starchSugar: starchSugars, amountPerKg, category: categories } = columns;
    const { firstValue, lastValue, sale, new: news } = columns;
    const { categories: byCategory, values: byValue } = tally;
    const known = values;
    let count = 0;
    let weights = 0;
    let saleCount = 0;
    let newCount = 0;
    let minAmount = Number.POSITIVE_INFINITY;
    let maxAmount = Number.NEGATIVE_INFINITY;
    let minStarchSugar = Number.POSITIVE_INFINITY;
    let maxStarchSugar = Number.NEGATIVE_INFINITY;
    for (let index = 0; index < size; index += 1) {
      if (states[index] !== state) continue;
      count += 1;
      const amount = at(amounts, index);
      if (amount < minAmount) minAmount = amount;
      if (amount > maxAmount) maxAmount = amount;
      // Comparisons with NaN are false, so a missing value changes no bound.
      const starchSugar = at(starchSugars, index);
      if (starchSugar < minStarchSugar) minStarchSugar = starchSugar;
      if (starchSugar > maxStarchSugar) maxStarchSugar = starchSugar;
      if (at(amountPerKg, index) >= 0) weights += 1;
      const category = at(categories, index);
      byCategory[category] = (byCategory[category] ?? 0) + 1;
      const last = at(lastValue, index);
      for (let valueIndex = at(firstValue, index); valueIndex < last; valueIndex += 1) {
        const value = known[valueIndex] ?? 0;
        byValue[value] = (byValue[value] ?? 0) + 1;
      }
      saleCount += at(sale, index);
      newCount += at(news, index);
    }
    Object.assign(tally, {
      count,
      hasWeights: weights > 0,
      saleCount,
      newCount,
      minAmount,
      maxAmount,
      minStarchSugar,
      maxStarchSugar,
    } satisfies Partial<ConditionTally>);
  }

  function listCounts(tally: ConditionTally): FacetCount[] {
    const { failed } = tally;
    return [
      ...categoryIds.flatMap((categoryId, place) => {
        const count = tally.categories[place] ?? 0;
        return count === 0
          ? []
          : [{ facetKey: 'product-group' as const, failed, value: BigInt(categoryId), count }];
      }),
      ...vocabularyFacetKeys.flatMap((facetKey, place) =>
        [...tally.values.subarray(place * MASK_BITS, (place + 1) * MASK_BITS)].flatMap((count, bit) =>
          count === 0 ? [] : [{ facetKey, failed, value: 1n << BigInt(bit), count }],
        ),
      ),
      { facetKey: 'sale', failed, value: 1n, count: tally.saleCount },
      { facetKey: 'new', failed, value: 1n, count: tally.newCount },
    ];
  }

  /** Lists the products that pass all conditions, in order. */
  function listHits(order: Int32Array, states: Uint8Array): Int32Array {
    const hits = new Int32Array(order.length);
    let length = 0;
    for (let place = 0; place < order.length; place += 1) {
      const index = order[place] ?? 0;
      if (states[index] === STATE_PASSES) hits[length++] = index;
    }
    return hits.subarray(0, length);
  }

  /** Returns all rows in the order of a page; created on first use. */
  function getSortedRows({ sort, descending }: ProductPage, nameRanks: NameRanks | undefined): Int32Array {
    const name = `${sort} ${descending}`;
    const known = cachedSortOrders.find((order) => order.name === name && order.nameRanks === nameRanks);
    if (known) return known.rows;
    const compareRows = createComparison(sort, descending, nameRanks);
    const order = { name, nameRanks, compare: compareRows, rows: catalogue.rows.toSorted(compareRows) };
    if (cachedSortOrders.push(order) > MAX_CACHED_SORT_ORDERS) cachedSortOrders.shift();
    return order.rows;
  }

  /** Returns the comparison of an order. Equal products stay in catalogue order in both directions. */
  function createComparison(
    sort: SortKey,
    descending: boolean,
    nameRanks: NameRanks | undefined,
  ): SortedRows['compare'] {
    const turn = descending ? -1 : 1;
    /** Products without the number come last in both directions. */
    const byNumber = (read: (index: number) => number, direction: number): SortedRows['compare'] => {
      const getKey = (index: number): number => {
        const value = read(index);
        return Number.isNaN(value) ? Number.POSITIVE_INFINITY : value * direction;
      };
      return (a, b) => compare(getKey(a), getKey(b)) || compareInCatalogue(a, b);
    };
    switch (sort) {
      case 'price':
        return byNumber((index) => at(columns.amount, index), turn);
      case 'price-per-kg':
        return byNumber((index) => at(columns.amountPerKg, index), turn);
      case 'rating':
        return byNumber((index) => at(columns.rating, index), -turn);
      case 'name':
        return byNumber((index) => nameRanks?.get(at(columns.productId, index)) ?? Number.NaN, turn);
      case 'newest':
        // Product ids grow with time, and stay below 2^32.
        return byNumber((index) => at(columns.new, index) * 2 ** 32 + at(columns.productId, index), -turn);
      case 'relevance':
        return (a, b) => turn * compareInCatalogue(a, b);
      case 'popularity':
        // Products with equal sales, or none, stay in catalogue order.
        return (a, b) =>
          turn * (compare(at(columns.piecesSold, b), at(columns.piecesSold, a)) || compareInCatalogue(a, b));
    }
  }

  /**
   * Sorts hits by relevance; equal ones stay in their order. Relevance values are small whole numbers, so
   * counting sort is used.
   */
  function sortByRelevance(hits: Int32Array, relevanceColumn: Int32Array, descending: boolean): Int32Array {
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

  return {
    find({ categoryIds: wantedIds, scope, conditions, relevance: fits, now }, page, nameRanks) {
      const relevanceColumn = fits && createRelevanceColumn(fits);
      const states = createStates(now.getTime(), relevanceColumn);
      if (wantedIds)
        markFailures(states, { facetKey: 'product-group', categoryIds: wantedIds }, STATE_EXCLUDED);
      for (const condition of scope) markFailures(states, condition, STATE_EXCLUDED);
      for (const [place, condition] of conditions.entries()) markFailures(states, condition, 1 + place);
      /** Tallies by the one condition that a product fails; the last one is for products that fail none. */
      const tallies = [...conditions, null].map((condition, place) => {
        const tally = createTally(condition?.facetKey ?? null);
        countState(states, condition === null ? STATE_PASSES : 1 + place, tally);
        return tally;
      });
      const found = listHits(getSortedRows(page, nameRanks), states);
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
          at(columns.productVariantId, index),
        ),
        counts: counted.flatMap(listCounts),
        bounds: counted.map(({ failed, count, minAmount, maxAmount, minStarchSugar, maxStarchSugar }) => ({
          failed,
          count,
          minAmount: toFiniteOrNull(minAmount),
          maxAmount: toFiniteOrNull(maxAmount),
          minStarchSugar: toFiniteOrNull(minStarchSugar),
          maxStarchSugar: toFiniteOrNull(maxStarchSugar),
        })),
      };
    },

    listBest(fits, now, limit) {
      const relevanceColumn = createRelevanceColumn(fits);
      const found = listHits(catalogue.rows, createStates(now.getTime(), relevanceColumn));
      return Array.from(sortByRelevance(found, relevanceColumn, false).subarray(0, limit), (index) =>
        at(columns.productVariantId, index),
      );
    },

    countByCategory(now) {
      const instant = now.getTime();
      const counts = new Map<number, number>();
      for (let index = 0; index < size; index += 1) {
        const categoryId = categoryIds[at(columns.category, index)];
        if (categoryId === undefined || !isInForce(index, instant)) continue;
        counts.set(categoryId, (counts.get(categoryId) ?? 0) + 1);
      }
      return counts;
    },

    replace,
  };
}
