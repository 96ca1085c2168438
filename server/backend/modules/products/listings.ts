import type { SortKey } from '../../../../shared/contract/products.ts';
import {
  type FacetBounds,
  type FacetCondition,
  type FacetCount,
  type FacetKey,
  type MaskFacetKey,
  maskFacetKeys,
} from './facets.ts';

/** A row of `product_listing`, as `createListings` takes it. */
export interface ListingRow {
  readonly productId: number;
  readonly productVariantId: number;
  /** Milliseconds since 1970; null = until further notice. */
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
  /** In decimal. */
  readonly masks: Readonly<Record<MaskFacetKey, string>>;
}

/** Values that the mask of one facet has room for, and all masks together. */
const MASK_BITS = 63;
const VALUES = maskFacetKeys.length * MASK_BITS;

export interface ListingSearch {
  /** Categories of the products; null = all. */
  readonly categoryIds: readonly number[] | null;
  /** What the page itself asks of its products, beside what is chosen in it. */
  readonly scope: readonly FacetCondition[];
  readonly conditions: readonly FacetCondition[];
  /** How well a product fits the term, for those that it finds; null without a term. */
  readonly fits: ReadonlyMap<number, number> | null;
  readonly now: Date;
}

export interface ProductPage {
  readonly sort: SortKey;
  /** Turns the key's own direction round. */
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
}

export interface ProductHits {
  /** Number of hits on all pages. */
  readonly total: number;
  /** Whether the site sells anything that the term finds, whatever else is asked; false without a term. */
  readonly isTermKnown: boolean;
  /** Whether any hit is sold by weight. */
  readonly hasWeights: boolean;
  /** Default variants of the page, in order; none beyond the last page. */
  readonly productVariantIds: readonly number[];
  readonly counts: readonly FacetCount[];
  readonly bounds: readonly FacetBounds[];
}

/** Place of every product's name in the alphabet of a language, by productId. */
export type NameRanks = ReadonlyMap<number, number>;

/** The lists of one site in memory. */
export interface Listings {
  /**
   * @param nameRanks needed for the order by name only
   */
  find(search: ListingSearch, page: ProductPage, nameRanks?: NameRanks): ProductHits;
  /** Default variants of the products that fit best. */
  listBest(fits: ReadonlyMap<number, number>, now: Date, limit: number): number[];
  /** Products for sale by their own (leaf) category. */
  countByCategory(now: Date): Map<number, number>;
}

/** Counts of the products that pass all conditions, or all but one. */
interface Tally {
  /** The condition that these products fail, and no other; null where they fail none. */
  readonly failed: FacetKey | null;
  count: number;
  leastAmount: number;
  mostAmount: number;
  leastStarchSugar: number;
  mostStarchSugar: number;
  hasWeights: boolean;
  /** By place of the category in the site's list of them. */
  readonly categories: Float64Array;
  /** By value of any mask facet, see `listValues`. */
  readonly values: Float64Array;
  saleCount: number;
  newCount: number;
}

/** The values that a mask of a facet has, as numbers that tell the facet and its bit. */
function listValues(facetKey: MaskFacetKey, mask: bigint): number[] {
  const first = maskFacetKeys.indexOf(facetKey) * MASK_BITS;
  const values: number[] = [];
  for (let bit = 0, rest = mask; rest > 0n; bit += 1, rest >>= 1n) {
    if (rest & 1n) values.push(first + bit);
  }
  return values;
}

// All columns are of one kind: reading kinds by turns costs several times as much.
const at = (column: Float64Array, index: number): number => column[index] ?? Number.NaN;
const compare = (a: number, b: number): number => a - b || 0;

/** 1 at the wanted places, 0 elsewhere. */
function createTable(length: number, wanted: readonly number[]): Float64Array {
  const table = new Float64Array(length);
  for (const place of wanted) table[place] = 1;
  return table;
}

const toFinite = (value: number): number | null => (Number.isFinite(value) ? value : null);

/**
 * Puts the lists of a site into columns of numbers. Searching them is one pass over the products of the scope, about a tenth of a
 * microsecond each, where the database needs several: counting by value is what databases do worst (figures in docs/search.md).
 */
export function createListings(rows: readonly ListingRow[]): Listings {
  // In the order of the catalogue, which every other order falls back on.
  const sorted = [...rows].sort((a, b) => a.position - b.position || a.productId - b.productId);
  const size = sorted.length;
  /** NaN where a row does not state it. */
  const toNumbers = (read: (row: ListingRow) => number | null) =>
    Float64Array.from(sorted, (row) => read(row) ?? Number.NaN);

  const places = Float64Array.from(sorted.keys());
  const productIds = toNumbers((row) => row.productId);
  const productVariantIds = toNumbers((row) => row.productVariantId);
  const validFrom = toNumbers((row) => row.validFrom);
  const validUntil = toNumbers((row) => row.validUntil ?? Number.POSITIVE_INFINITY);
  const categoryIds = [...new Set(sorted.map((row) => row.categoryId))];
  const categoryPlaces = new Map(categoryIds.map((id, place) => [id, place]));
  const categories = toNumbers((row) => categoryPlaces.get(row.categoryId) ?? null);
  const indexesByProduct = Map.groupBy(sorted.keys(), (index) => sorted[index]?.productId);
  const amounts = toNumbers((row) => row.amountInclVat);
  const amountsPerKg = toNumbers((row) => row.amountPerKg);
  const starchSugars = toNumbers((row) => row.starchSugar);
  const ratings = toNumbers((row) => row.rating);
  const sales = toNumbers((row) => Number(row.isSale));
  const news = toNumbers((row) => Number(row.isNew));
  // The values of all products in one column, and where each product's begin: masks repeat, so each is taken apart once.
  const known = new Map<string, readonly number[]>();
  const valuesOf = sorted.map(({ masks }) =>
    maskFacetKeys.flatMap((key) => {
      const name = `${key} ${masks[key]}`;
      const values = known.get(name) ?? listValues(key, BigInt(masks[key]));
      known.set(name, values);
      return values;
    }),
  );
  const values = Float64Array.from(valuesOf.flat());
  const firstValues = new Float64Array(size + 1);
  for (const [index, { length }] of valuesOf.entries())
    firstValues[index + 1] = at(firstValues, index) + length;

  const listPlaces = (ids: readonly number[]) => ids.flatMap((id) => categoryPlaces.get(id) ?? []);

  /** How well each product fits, by its place; NaN where the term does not find it. */
  function createFitColumn(fits: ReadonlyMap<number, number>): Float64Array {
    const column = new Float64Array(size).fill(Number.NaN);
    for (const [productId, fit] of fits) {
      for (const index of indexesByProduct.get(productId) ?? []) column[index] = fit;
    }
    return column;
  }

  const isInForce = (index: number, instant: number): boolean =>
    at(validFrom, index) <= instant && instant < at(validUntil, index);

  /** What the site sells of the products that a term finds, in the order of the catalogue. */
  const listInForce = (fits: ReadonlyMap<number, number>, instant: number): number[] =>
    [...fits.keys()]
      .flatMap((productId) => indexesByProduct.get(productId) ?? [])
      .filter((index) => isInForce(index, instant))
      .sort(compare);

  /** Whether a product passes one facet. What does not state a figure is not known to be within its bounds. */
  function createTest(condition: FacetCondition): (index: number) => boolean {
    switch (condition.facetKey) {
      case 'product-group': {
        const wanted = createTable(categoryIds.length, listPlaces(condition.categoryIds));
        return (index) => at(wanted, at(categories, index)) === 1;
      }
      case 'sale':
        return (index) => at(sales, index) === 1;
      case 'new':
        return (index) => at(news, index) === 1;
      case 'starch-sugar-max':
        return (index) => at(starchSugars, index) <= condition.most;
      case 'price': {
        const { least, most } = condition;
        return (index) =>
          (least === null || at(amounts, index) >= least) && (most === null || at(amounts, index) <= most);
      }
      default: {
        const wanted = createTable(VALUES, listValues(condition.facetKey, condition.mask));
        return (index) => {
          for (let place = at(firstValues, index); place < at(firstValues, index + 1); place += 1) {
            if (at(wanted, at(values, place)) === 1) return true;
          }
          return false;
        };
      }
    }
  }

  const createTally = (failed: FacetKey | null): Tally => ({
    failed,
    count: 0,
    leastAmount: Number.POSITIVE_INFINITY,
    mostAmount: Number.NEGATIVE_INFINITY,
    leastStarchSugar: Number.POSITIVE_INFINITY,
    mostStarchSugar: Number.NEGATIVE_INFINITY,
    hasWeights: false,
    categories: new Float64Array(categoryIds.length),
    values: new Float64Array(VALUES),
    saleCount: 0,
    newCount: 0,
  });

  function addTo(tally: Tally | undefined, index: number): void {
    if (!tally) return;
    tally.count += 1;
    const amount = at(amounts, index);
    if (amount < tally.leastAmount) tally.leastAmount = amount;
    if (amount > tally.mostAmount) tally.mostAmount = amount;
    // Comparisons with NaN are false: what is not stated changes no bound.
    const starchSugar = at(starchSugars, index);
    if (starchSugar < tally.leastStarchSugar) tally.leastStarchSugar = starchSugar;
    if (starchSugar > tally.mostStarchSugar) tally.mostStarchSugar = starchSugar;
    if (!Number.isNaN(at(amountsPerKg, index))) tally.hasWeights = true;
    const category = at(categories, index);
    tally.categories[category] = at(tally.categories, category) + 1;
    for (let place = at(firstValues, index); place < at(firstValues, index + 1); place += 1) {
      const value = at(values, place);
      tally.values[value] = at(tally.values, value) + 1;
    }
    tally.saleCount += at(sales, index);
    tally.newCount += at(news, index);
  }

  function listCounts(tally: Tally): FacetCount[] {
    const { failed } = tally;
    return [
      ...categoryIds.flatMap((categoryId, place) => {
        const count = at(tally.categories, place);
        return count === 0
          ? []
          : [{ facetKey: 'product-group' as const, failed, value: BigInt(categoryId), count }];
      }),
      ...maskFacetKeys.flatMap((facetKey, place) =>
        [...tally.values.subarray(place * MASK_BITS, (place + 1) * MASK_BITS)].flatMap((count, bit) =>
          count === 0 ? [] : [{ facetKey, failed, value: 1n << BigInt(bit), count }],
        ),
      ),
      { facetKey: 'sale', failed, value: 1n, count: tally.saleCount },
      { facetKey: 'new', failed, value: 1n, count: tally.newCount },
    ];
  }

  /**
   * The hits, in order: what is in the scope and passes all tests. The pass over all products is a function of its own, and a short one: only so
   * it stays compiled.
   *
   * @param tell is told of each product that fails at most one test, with the place of that test; past the last one for a hit
   */
  function gather(
    order: Float64Array,
    isInScope: (index: number) => boolean,
    tests: readonly ((index: number) => boolean)[],
    tell: (index: number, failed: number) => void,
  ): number[] {
    const hits: number[] = [];
    for (const index of order) {
      if (!isInScope(index)) continue;
      let failed = tests.length;
      let failures = 0;
      for (let place = 0; place < tests.length && failures < 2; place += 1) {
        if (tests[place]?.(index)) continue;
        failed = place;
        failures += 1;
      }
      if (failures > 1) continue;
      tell(index, failed);
      if (failures === 0) hits.push(index);
    }
    return hits;
  }

  /** By what they are made from: these lists alone, or the names of a language. */
  const knownOrders = new WeakMap<object, Map<string, Float64Array>>();

  /** All products in an order; made when it is first asked for. */
  function getOrder({ sort, descending }: ProductPage, nameRanks: NameRanks | undefined): Float64Array {
    const source = nameRanks ?? places;
    const orders = knownOrders.get(source) ?? new Map<string, Float64Array>();
    knownOrders.set(source, orders);
    const name = `${sort} ${descending}`;
    const order = orders.get(name) ?? createOrder(sort, descending, nameRanks);
    orders.set(name, order);
    return order;
  }

  /** Equal products stay as in the catalogue, whichever way the order is turned. */
  function createOrder(sort: SortKey, descending: boolean, nameRanks: NameRanks | undefined): Float64Array {
    const turn = descending ? -1 : 1;
    /** What has no such number comes last, either way. */
    const byNumber = (column: Float64Array, direction: number): Float64Array => {
      const keys = column.map((value) =>
        Number.isNaN(value) ? Number.POSITIVE_INFINITY : value * direction,
      );
      return places.toSorted((a, b) => compare(at(keys, a), at(keys, b)) || a - b);
    };
    switch (sort) {
      case 'price':
        return byNumber(amounts, turn);
      case 'price-per-kg':
        return byNumber(amountsPerKg, turn);
      case 'rating':
        return byNumber(ratings, -turn);
      case 'name':
        return byNumber(
          productIds.map((productId) => nameRanks?.get(productId) ?? Number.NaN),
          turn,
        );
      case 'newest':
        // Product ids grow with time, and stay below 2^32.
        return byNumber(
          productIds.map((productId, index) => at(news, index) * 2 ** 32 + productId),
          -turn,
        );
      case 'relevance':
      case 'popularity':
        return byNumber(places, turn);
    }
  }

  /** Hits by how well they fit; those that fit equally stay as they come. */
  function orderByFit(hits: readonly number[], fitColumn: Float64Array, descending: boolean): number[] {
    const groups = [...Map.groupBy(hits, (index) => at(fitColumn, index))];
    groups.sort(([a], [b]) => (descending ? a - b : b - a));
    return groups.flatMap(([, group]) => group);
  }

  return {
    find({ categoryIds: wantedIds, scope, conditions, fits, now }, page, nameRanks) {
      const instant = now.getTime();
      const ofScope = scope.map(createTest);
      const wanted = wantedIds && createTable(categoryIds.length, listPlaces(wantedIds));
      const fitColumn = fits && createFitColumn(fits);
      const tests = conditions.map(createTest);
      /** By the one condition that a product fails; those that fail none come last. */
      const tallies = [...conditions, null].map((condition) => createTally(condition?.facetKey ?? null));
      const found = gather(
        getOrder(page, nameRanks),
        (index) =>
          (wanted === null || at(wanted, at(categories, index)) === 1) &&
          (fitColumn === null || !Number.isNaN(at(fitColumn, index))) &&
          isInForce(index, instant) &&
          ofScope.every((test) => test(index)),
        tests,
        (index, failed) => addTo(tallies[failed], index),
      );
      const hits =
        fitColumn && page.sort === 'relevance' ? orderByFit(found, fitColumn, page.descending) : found;
      const counted = tallies.filter(({ count }) => count > 0);
      const ofHits = tallies.at(-1);
      return {
        total: hits.length,
        isTermKnown: fits !== null && (hits.length > 0 || listInForce(fits, instant).length > 0),
        hasWeights: ofHits?.hasWeights === true,
        productVariantIds: hits
          .slice(page.offset, page.offset + page.limit)
          .map((index) => at(productVariantIds, index)),
        counts: counted.flatMap(listCounts),
        bounds: counted.map(
          ({ failed, count, leastAmount, mostAmount, leastStarchSugar, mostStarchSugar }) => ({
            failed,
            count,
            leastAmount: toFinite(leastAmount),
            mostAmount: toFinite(mostAmount),
            leastStarchSugar: toFinite(leastStarchSugar),
            mostStarchSugar: toFinite(mostStarchSugar),
          }),
        ),
      };
    },

    listBest: (fits, now, limit) =>
      orderByFit(listInForce(fits, now.getTime()), createFitColumn(fits), false)
        .slice(0, limit)
        .map((index) => at(productVariantIds, index)),

    countByCategory(now) {
      const instant = now.getTime();
      const counts = new Map<number, number>();
      for (let index = 0; index < size; index += 1) {
        const categoryId = categoryIds[at(categories, index)];
        if (categoryId === undefined || !isInForce(index, instant)) continue;
        counts.set(categoryId, (counts.get(categoryId) ?? 0) + 1);
      }
      return counts;
    },
  };
}
