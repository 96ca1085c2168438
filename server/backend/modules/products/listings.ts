import type { SortKey } from '../../../../shared/contract/products.ts';
import {
  type FacetBounds,
  type FacetCondition,
  type FacetCount,
  type FacetKey,
  type MaskFacetKey,
  maskFacetKeys,
} from './facets.ts';
import { findPlace } from './find-place.ts';

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

/** How well products fit a term. */
export interface ProductFits {
  /** The products of the shop, ascending: the same array as long as they are the same. */
  readonly productIds: Int32Array;
  /** How well each of them fits, by its place in `productIds`: a whole number above 0, or 0 where the term does not find it. */
  readonly values: Float64Array;
}

export interface ListingSearch {
  /** Categories of the products; null = all. */
  readonly categoryIds: readonly number[] | null;
  /** What the page itself asks of its products, beside what is chosen in it. */
  readonly scope: readonly FacetCondition[];
  readonly conditions: readonly FacetCondition[];
  /** Null without a term. */
  readonly fits: ProductFits | null;
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
  listBest(fits: ProductFits, now: Date, limit: number): number[];
  /** Products for sale by their own (leaf) category. */
  countByCategory(now: Date): Map<number, number>;
  /** Puts rows in the place of all that some products had; those without a row are in no list any more. */
  replace(productIds: readonly number[], rows: readonly ListingRow[]): void;
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

/** What is kept of a row, by the number of its place. NaN where it is not stated, and where no row is. */
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
  'sale',
  'new',
  'firstValue',
  'lastValue',
] as const;
type Columns = Readonly<Record<(typeof columnNames)[number], Float64Array>>;

const createColumns = (create: (name: keyof Columns) => Float64Array): Columns =>
  Object.fromEntries(columnNames.map((name) => [name, create(name)])) as unknown as Columns;

function enlarge(column: Float64Array, length: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(length).fill(Number.NaN, column.length);
  larger.set(column);
  return larger;
}

/** Places for that many rows, and some more: growing means copying. */
const getCapacity = (size: number): number => Math.ceil(size * 1.125) + 64;

/** All rows in one order. */
interface Order {
  readonly name: string;
  /** What it is made from beside the rows. */
  readonly nameRanks: NameRanks | undefined;
  readonly compare: (a: number, b: number) => number;
  places: Float64Array;
}

/** Orders that are kept, beside that of the catalogue: seven sort keys, two ways, and names in the languages of a site. */
const MOST_ORDERS = 20;

/** An order without some places, and with others put in where they belong. */
function mergeOrder(order: Order, removed: ReadonlySet<number>, added: readonly number[]): Float64Array {
  const incoming = added.toSorted(order.compare);
  const merged = new Float64Array(order.places.length - removed.size + incoming.length);
  let length = 0;
  let next = 0;
  for (const place of order.places) {
    if (removed.has(place)) continue;
    for (; next < incoming.length && order.compare(incoming[next] ?? place, place) < 0; next += 1) {
      merged[length++] = incoming[next] ?? place;
    }
    merged[length++] = place;
  }
  merged.set(incoming.slice(next), length);
  return merged;
}

/**
 * Puts the lists of a site into columns of numbers. Searching them is one pass over the products of the scope, about a tenth of a
 * microsecond each, where the database needs several: counting by value is what databases do worst (figures in docs/search.md).
 */
export function createListings(rows: readonly ListingRow[]): Listings {
  let columns = createColumns(() => new Float64Array(0));
  /** Places that have been in use, and those of them that are free again. */
  let size = 0;
  const freePlaces: number[] = [];
  const placesByProduct = new Map<number, number[]>();
  /** The values of all rows, one row's after the other's: `firstValue` and `lastValue` (exclusive) say which. */
  let values = new Float64Array(0);
  let valueCount = 0;
  const categoryIds: number[] = [];
  const categoryPlaces = new Map<number, number>();
  /** Of each row, where its product stands among all of the shop; made when a term first asks, and again after a change. */
  let productPlaces: { readonly productIds: Int32Array; readonly places: Float64Array } | undefined;
  // Masks repeat, so each is taken apart once.
  const knownMasks = new Map<string, readonly number[]>();

  /** The order of the catalogue, which every other order falls back on. */
  const compareInCatalogue = (a: number, b: number): number =>
    compare(at(columns.position, a), at(columns.position, b)) ||
    compare(at(columns.productId, a), at(columns.productId, b)) ||
    compare(at(columns.validFrom, a), at(columns.validFrom, b));
  const catalogue: Order = {
    name: 'catalogue',
    nameRanks: undefined,
    compare: compareInCatalogue,
    places: new Float64Array(0),
  };
  /** The others, as they were first asked for; see `getOrder`. */
  const knownOrders: Order[] = [];

  function placeCategory(categoryId: number): number {
    const known = categoryPlaces.get(categoryId);
    if (known !== undefined) return known;
    categoryPlaces.set(categoryId, categoryIds.length);
    return categoryIds.push(categoryId) - 1;
  }

  const readValues = ({ masks }: ListingRow): number[] =>
    maskFacetKeys.flatMap((key) => {
      const name = `${key} ${masks[key]}`;
      const known = knownMasks.get(name) ?? listValues(key, BigInt(masks[key]));
      knownMasks.set(name, known);
      return known;
    });

  /** Where the values of a row begin; those that its product had before are used again where they are the same. */
  function placeValues(wanted: readonly number[], before: number | undefined): number {
    if (before !== undefined && wanted.every((value, index) => at(values, before + index) === value)) {
      return before;
    }
    const first = valueCount;
    valueCount += wanted.length;
    if (valueCount > values.length) values = enlarge(values, getCapacity(valueCount));
    values.set(wanted, first);
    return first;
  }

  function placeRow(row: ListingRow, valuesBefore: number | undefined): number {
    const place = freePlaces.pop() ?? size++;
    if (place >= columns.productId.length) {
      const length = getCapacity(size);
      const smaller = columns;
      columns = createColumns((name) => enlarge(smaller[name], length));
    }
    const rowValues = readValues(row);
    const firstValue = placeValues(rowValues, valuesBefore);
    const kept: Readonly<Record<keyof Columns, number | null>> = {
      productId: row.productId,
      productVariantId: row.productVariantId,
      validFrom: row.validFrom,
      validUntil: row.validUntil ?? Number.POSITIVE_INFINITY,
      category: placeCategory(row.categoryId),
      position: row.position,
      amount: row.amountInclVat,
      amountPerKg: row.amountPerKg,
      starchSugar: row.starchSugar,
      rating: row.rating,
      sale: Number(row.isSale),
      new: Number(row.isNew),
      firstValue,
      lastValue: firstValue + rowValues.length,
    };
    for (const name of columnNames) columns[name][place] = kept[name] ?? Number.NaN;
    return place;
  }

  function replace(productIds: readonly number[], next: readonly ListingRow[]): void {
    productPlaces = undefined;
    const removed = new Set<number>();
    const valuesBefore = new Map<number, number>();
    for (const productId of productIds) {
      for (const place of placesByProduct.get(productId) ?? []) {
        removed.add(place);
        valuesBefore.set(productId, at(columns.firstValue, place));
        for (const name of columnNames) columns[name][place] = Number.NaN;
        freePlaces.push(place);
      }
      placesByProduct.delete(productId);
    }
    const added = next.map((row) => {
      const place = placeRow(row, valuesBefore.get(row.productId));
      valuesBefore.set(row.productId, at(columns.firstValue, place));
      const places = placesByProduct.get(row.productId);
      if (places) places.push(place);
      else placesByProduct.set(row.productId, [place]);
      return place;
    });
    for (const order of [catalogue, ...knownOrders]) order.places = mergeOrder(order, removed, added);
  }

  // Places in the order of the catalogue, which most lists are read in: what is read next lies beside it in memory.
  replace(
    [],
    rows.toSorted((a, b) => a.position - b.position || a.productId - b.productId),
  );

  const listPlaces = (ids: readonly number[]) => ids.flatMap((id) => categoryPlaces.get(id) ?? []);

  /** How well the product of each row fits; 0 where the term does not find it. */
  function createFitColumn({ productIds, values: fits }: ProductFits): Float64Array {
    if (productPlaces?.productIds !== productIds) {
      const places = new Float64Array(size);
      for (let index = 0; index < size; index += 1) {
        places[index] = findPlace(productIds, at(columns.productId, index));
      }
      productPlaces = { productIds, places };
    }
    const { places } = productPlaces;
    const column = new Float64Array(size);
    for (let index = 0; index < size; index += 1) column[index] = fits[at(places, index)] ?? 0;
    return column;
  }

  const isInForce = (index: number, instant: number): boolean =>
    at(columns.validFrom, index) <= instant && instant < at(columns.validUntil, index);

  /** Whether a product passes one facet. What does not state a figure is not known to be within its bounds. */
  function createTest(condition: FacetCondition): (index: number) => boolean {
    const { category, sale, new: news, starchSugar, amount, firstValue, lastValue } = columns;
    const known = values;
    switch (condition.facetKey) {
      case 'product-group': {
        const wanted = createTable(categoryIds.length, listPlaces(condition.categoryIds));
        return (index) => at(wanted, at(category, index)) === 1;
      }
      case 'sale':
        return (index) => at(sale, index) === 1;
      case 'new':
        return (index) => at(news, index) === 1;
      case 'starch-sugar-max':
        return (index) => at(starchSugar, index) <= condition.most;
      case 'price': {
        const { least, most } = condition;
        return (index) =>
          (least === null || at(amount, index) >= least) && (most === null || at(amount, index) <= most);
      }
      default: {
        const wanted = createTable(VALUES, listValues(condition.facetKey, condition.mask));
        return (index) => {
          for (let place = at(firstValue, index); place < at(lastValue, index); place += 1) {
            if (at(wanted, at(known, place)) === 1) return true;
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

  /** The columns are looked up once per search: in the pass over all products that would cost more than the counting. */
  function createCounter(tallies: readonly Tally[]): (index: number, failed: number) => void {
    const { amount: amounts, starchSugar: starchSugars, amountPerKg, category: categories } = columns;
    const { firstValue, lastValue, sale, new: news } = columns;
    const known = values;
    return (index, failed) => {
      const tally = tallies[failed];
      if (!tally) return;
      tally.count += 1;
      const amount = at(amounts, index);
      if (amount < tally.leastAmount) tally.leastAmount = amount;
      if (amount > tally.mostAmount) tally.mostAmount = amount;
      // Comparisons with NaN are false: what is not stated changes no bound.
      const starchSugar = at(starchSugars, index);
      if (starchSugar < tally.leastStarchSugar) tally.leastStarchSugar = starchSugar;
      if (starchSugar > tally.mostStarchSugar) tally.mostStarchSugar = starchSugar;
      if (!Number.isNaN(at(amountPerKg, index))) tally.hasWeights = true;
      const category = at(categories, index);
      tally.categories[category] = at(tally.categories, category) + 1;
      const last = at(lastValue, index);
      for (let place = at(firstValue, index); place < last; place += 1) {
        const value = at(known, place);
        tally.values[value] = at(tally.values, value) + 1;
      }
      tally.saleCount += at(sale, index);
      tally.newCount += at(news, index);
    };
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

  /** All rows in the order of a page; made when it is first asked for. */
  function getOrder({ sort, descending }: ProductPage, nameRanks: NameRanks | undefined): Float64Array {
    const name = `${sort} ${descending}`;
    const known = knownOrders.find((order) => order.name === name && order.nameRanks === nameRanks);
    if (known) return known.places;
    const compareRows = createComparison(sort, descending, nameRanks);
    const order = { name, nameRanks, compare: compareRows, places: catalogue.places.toSorted(compareRows) };
    if (knownOrders.push(order) > MOST_ORDERS) knownOrders.shift();
    return order.places;
  }

  /** Equal products stay as in the catalogue, whichever way the order is turned. */
  function createComparison(
    sort: SortKey,
    descending: boolean,
    nameRanks: NameRanks | undefined,
  ): Order['compare'] {
    const turn = descending ? -1 : 1;
    /** What has no such number comes last, either way. */
    const byNumber = (read: (index: number) => number, direction: number): Order['compare'] => {
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
      case 'popularity':
        return (a, b) => turn * compareInCatalogue(a, b);
    }
  }

  /** Hits by how well they fit; those that fit equally stay as they come. Fits are small whole numbers: they are counted, not compared. */
  function orderByFit(hits: readonly number[], fitColumn: Float64Array, descending: boolean): Float64Array {
    let most = 0;
    for (const index of hits) most = Math.max(most, at(fitColumn, index));
    const getRank = (index: number) => (descending ? at(fitColumn, index) : most - at(fitColumn, index));
    const starts = new Float64Array(most + 2);
    for (const index of hits) {
      const next = getRank(index) + 1;
      starts[next] = at(starts, next) + 1;
    }
    for (let rank = 1; rank < starts.length; rank += 1)
      starts[rank] = at(starts, rank) + at(starts, rank - 1);
    const ordered = new Float64Array(hits.length);
    for (const index of hits) {
      const rank = getRank(index);
      ordered[at(starts, rank)] = index;
      starts[rank] = at(starts, rank) + 1;
    }
    return ordered;
  }

  return {
    find({ categoryIds: wantedIds, scope, conditions, fits, now }, page, nameRanks) {
      const instant = now.getTime();
      const { category, validFrom, validUntil } = columns;
      const ofScope = scope.map(createTest);
      const wanted = wantedIds && createTable(categoryIds.length, listPlaces(wantedIds));
      const fitColumn = fits && createFitColumn(fits);
      const tests = conditions.map(createTest);
      /** By the one condition that a product fails; those that fail none come last. */
      const tallies = [...conditions, null].map((condition) => createTally(condition?.facetKey ?? null));
      const found = gather(
        getOrder(page, nameRanks),
        (index) =>
          (fitColumn === null || at(fitColumn, index) > 0) &&
          (wanted === null || at(wanted, at(category, index)) === 1) &&
          at(validFrom, index) <= instant &&
          instant < at(validUntil, index) &&
          ofScope.every((test) => test(index)),
        tests,
        createCounter(tallies),
      );
      const hits =
        fitColumn && page.sort === 'relevance' ? orderByFit(found, fitColumn, page.descending) : found;
      const counted = tallies.filter(({ count }) => count > 0);
      const ofHits = tallies.at(-1);
      return {
        total: hits.length,
        hasWeights: ofHits?.hasWeights === true,
        productVariantIds: Array.from(hits.slice(page.offset, page.offset + page.limit), (index) =>
          at(columns.productVariantId, index),
        ),
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

    listBest(fits, now, limit) {
      const instant = now.getTime();
      const fitColumn = createFitColumn(fits);
      const found: number[] = [];
      for (const index of catalogue.places) {
        if (at(fitColumn, index) > 0 && isInForce(index, instant)) found.push(index);
      }
      return Array.from(orderByFit(found, fitColumn, false).slice(0, limit), (index) =>
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
