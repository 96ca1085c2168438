import { describe, expect, it } from '@jest/globals';
import type { SortKey } from '../../../../../shared/contract/list-choices.ts';
import { DAY_MS } from '../../../../../shared/rules/durations.ts';
import { createSeededRandom } from '../../../../../test/fixtures/seeded-random.ts';
import type { ProductPage } from '../product-search.ts';
import {
  createInMemoryListings,
  type ListingRow,
  type ListingSearch,
  type Listings,
  type ProductRelevance,
} from './in-memory-listings.ts';

const now = new Date('2026-11-20T12:00:00Z');
const emptyMasks: ListingRow['masks'] = {
  'horse-type': '0',
  'age-group': '0',
  application: '0',
  ingredient: '0',
  labour: '0',
  package: '0',
  'weight-class': '0',
};

/** Creates a product whose variant has the product's number plus one thousand. */
function createListingRow(
  productId: number,
  row: Partial<Omit<ListingRow, 'masks'>> & { masks?: Partial<ListingRow['masks']> } = {},
): ListingRow {
  const { masks, ...rest } = row;
  return {
    productId,
    productVariantId: 1000 + productId,
    validFrom: now.getTime() - DAY_MS,
    validUntil: null,
    categoryId: 11,
    position: productId,
    amountInclVat: 1000,
    amountPerKg: null,
    starchSugar: null,
    isSale: false,
    isNew: false,
    rating: null,
    piecesSold: 0,
    ...rest,
    masks: { ...emptyMasks, ...masks },
  };
}

/** Relevance by productId. */
const createProductRelevance = (fits: Readonly<Record<number, number>>): ProductRelevance => ({
  productIds: Int32Array.from(Object.keys(fits), Number),
  values: Float64Array.from(Object.values(fits)),
});
const createListingSearch = (search: Partial<ListingSearch> = {}): ListingSearch => ({
  categoryIds: null,
  scope: [],
  conditions: [],
  relevance: null,
  now,
  ...search,
});
const createResultPageRequest = (page: Partial<ProductPage> = {}): ProductPage => ({
  sort: 'popularity',
  descending: false,
  limit: 24,
  offset: 0,
  ...page,
});

function listFoundProducts(
  rows: readonly ListingRow[],
  search: Partial<ListingSearch>,
  page: Partial<ProductPage> = {},
  nameRanks?: ReadonlyMap<number, number>,
): number[] {
  const { productVariantIds } = createInMemoryListings(rows).find(
    createListingSearch(search),
    createResultPageRequest(page),
    nameRanks,
  );
  return productVariantIds.map((id) => id - 1000);
}

describe('hits', () => {
  it('are the rows in force at the requested time', () => {
    const change = now.getTime() + DAY_MS;
    const rows = [
      createListingRow(1, { amountInclVat: 900, validUntil: change }),
      createListingRow(1, { amountInclVat: 700, validFrom: change }),
      createListingRow(2, { amountInclVat: 800 }),
      createListingRow(3, { validFrom: change }),
    ];
    const listings = createInMemoryListings(rows);
    const find = (instant: number) =>
      listings.find(
        createListingSearch({ now: new Date(instant) }),
        createResultPageRequest({ sort: 'price' }),
      );
    expect(find(change - 1).productVariantIds).toEqual([1002, 1001]);
    expect(find(change).productVariantIds).toEqual([1001, 1002, 1003]);
    expect(find(change).bounds).toMatchObject([{ count: 3, minAmount: 700, maxAmount: 1000 }]);
    expect(listings.countByCategory(new Date(change))).toEqual(new Map([[11, 3]]));
  });

  it.each([
    ['a category', { facetKey: 'product-group', categoryIds: [12] }, [4]],
    ['a category without products', { facetKey: 'product-group', categoryIds: [99] }, []],
    ['the first bit of a mask', { facetKey: 'horse-type', mask: 1n }, [1, 3]],
    ['the last bit of a mask', { facetKey: 'horse-type', mask: 1n << 62n }, [3]],
    ['any of several values', { facetKey: 'horse-type', mask: 0b11n }, [1, 2, 3]],
    ['the same value of another facet', { facetKey: 'labour', mask: 1n }, [4]],
    ['sale', { facetKey: 'sale' }, [2]],
    ['new', { facetKey: 'new' }, [3]],
    ['starch and sugar, if stated', { facetKey: 'starch-sugar-max', most: 9.5 }, [1]],
    ['the minimum price', { facetKey: 'price', least: 1200, most: null }, [3, 4]],
    ['the maximum price', { facetKey: 'price', least: null, most: 1199 }, [1, 2]],
    ['a price range', { facetKey: 'price', least: 1199, most: 1200 }, [2, 3]],
  ] as const)('match a condition on %s', (_name, condition, expected) => {
    const rows = [
      createListingRow(1, { starchSugar: 9.5, masks: { 'horse-type': '1' } }),
      createListingRow(2, { isSale: true, amountInclVat: 1199, masks: { 'horse-type': '2' } }),
      createListingRow(3, {
        isNew: true,
        starchSugar: 9.6,
        amountInclVat: 1200,
        masks: { 'horse-type': ((1n << 62n) | 1n).toString() },
      }),
      createListingRow(4, { categoryId: 12, amountInclVat: 1300, masks: { labour: '1' } }),
    ];
    expect(listFoundProducts(rows, { conditions: [condition] })).toEqual(expected);
    expect(listFoundProducts(rows, { scope: [condition] })).toEqual(expected);
  });

  it('match the categories and the term', () => {
    const rows = [createListingRow(1), createListingRow(2), createListingRow(3, { categoryId: 12 })];
    expect(listFoundProducts(rows, { categoryIds: [12, 13] })).toEqual([3]);
    expect(
      listFoundProducts(rows, {
        categoryIds: [11],
        relevance: createProductRelevance({ 2: 5, 3: 5, 77: 5 }),
      }),
    ).toEqual([2]);
  });
});

describe('order', () => {
  const rows = [
    createListingRow(1, { position: 3, amountInclVat: 900, amountPerKg: 45, rating: 4, isNew: true }),
    createListingRow(2, { position: 1, amountInclVat: 900, amountPerKg: null, rating: null }),
    createListingRow(3, { position: 2, amountInclVat: 800, amountPerKg: 40, rating: 5, isNew: true }),
    createListingRow(4, { position: 4, amountInclVat: 950, amountPerKg: 50, rating: null }),
  ];
  const names = new Map([
    [1, 2],
    [2, 1],
    [3, 4],
    [4, 3],
  ]);

  it.each([
    ['popularity', [2, 3, 1, 4], [4, 1, 3, 2]],
    // Equal products stay in catalogue order in both directions.
    ['price', [3, 2, 1, 4], [4, 2, 1, 3]],
    // Products without the value come last in both directions.
    ['price-per-kg', [3, 1, 4, 2], [4, 1, 3, 2]],
    ['rating', [3, 1, 2, 4], [1, 3, 2, 4]],
    ['newest', [3, 1, 4, 2], [2, 4, 1, 3]],
    ['name', [2, 1, 4, 3], [3, 4, 1, 2]],
  ] as const)('sorts by %s', (sort, expected, turned) => {
    expect(listFoundProducts(rows, {}, { sort }, names)).toEqual(expected);
    expect(listFoundProducts(rows, {}, { sort, descending: true }, names)).toEqual(turned);
  });

  it('sorts by popularity: pieces sold, then catalogue order', () => {
    const sold = [5, 0, 12, 5].map((piecesSold, index) => ({ ...rows[index]!, piecesSold }));
    expect(listFoundProducts(sold, {}, { sort: 'popularity' })).toEqual([3, 1, 4, 2]);
    expect(listFoundProducts(sold, {}, { sort: 'popularity', descending: true })).toEqual([2, 4, 1, 3]);
    // Relevance does not depend on popularity.
    expect(listFoundProducts(sold, {}, { sort: 'relevance' })).toEqual([2, 3, 1, 4]);
  });

  it('sorts names by the alphabet of the requested language', () => {
    const listings = createInMemoryListings(rows);
    const find = (ranks: ReadonlyMap<number, number>) =>
      listings.find(createListingSearch(), createResultPageRequest({ sort: 'name', limit: 1 }), ranks)
        .productVariantIds;
    expect(find(names)).toEqual([1002]);
    expect(find(new Map([...names].map(([id, rank]) => [id, -rank])))).toEqual([1003]);
  });

  it('sorts by relevance, then by catalogue order', () => {
    const fits = createProductRelevance({ 1: 10, 2: 1, 3: 1, 4: 500 });
    expect(listFoundProducts(rows, { relevance: fits }, { sort: 'relevance' })).toEqual([4, 1, 2, 3]);
    expect(createInMemoryListings(rows).listBest(fits, now, 3)).toEqual([1004, 1001, 1002]);
  });

  it('is divided into pages', () => {
    expect(listFoundProducts(rows, {}, { limit: 3 })).toEqual([2, 3, 1]);
    expect(listFoundProducts(rows, {}, { limit: 3, offset: 3 })).toEqual([4]);
    expect(listFoundProducts(rows, {}, { limit: 3, offset: 6 })).toEqual([]);
  });
});

describe('counts', () => {
  const rows = [
    createListingRow(1, { masks: { 'horse-type': '1', labour: '3' }, starchSugar: 4, isSale: true }),
    createListingRow(2, { masks: { 'horse-type': '3', labour: '1' }, categoryId: 12, amountInclVat: 500 }),
    createListingRow(3, { masks: { 'horse-type': '2', labour: '2' }, amountInclVat: 1500, amountPerKg: 60 }),
    createListingRow(4, { masks: { 'horse-type': '2', labour: '4' }, amountInclVat: 9900 }),
  ];
  const { total, hasWeights, counts, bounds } = createInMemoryListings(rows).find(
    createListingSearch({
      conditions: [
        { facetKey: 'horse-type', mask: 1n },
        { facetKey: 'labour', mask: 0b11n },
      ],
    }),
    createResultPageRequest(),
  );
  const getCount = (facetKey: string, value: bigint, failed: string | null) =>
    counts.find((row) => row.facetKey === facetKey && row.value === value && row.failed === failed)?.count;

  it('are of the hits, and separately of products that fail one facet only', () => {
    expect(total).toBe(2);
    // 1 and 2 pass; 3 fails the horse type only; 4 fails both and is not counted.
    expect(getCount('horse-type', 1n, null)).toBe(2);
    expect(getCount('horse-type', 2n, null)).toBe(1);
    expect(getCount('horse-type', 2n, 'horse-type')).toBe(1);
    expect(getCount('horse-type', 2n, 'labour')).toBeUndefined();
    expect(getCount('labour', 4n, 'labour')).toBeUndefined();
    expect(getCount('product-group', 12n, null)).toBe(1);
    expect(getCount('sale', 1n, null)).toBe(1);
    expect(getCount('new', 1n, null)).toBe(0);
  });

  it('include the bounds of each value', () => {
    expect(bounds).toEqual([
      {
        failed: 'horse-type',
        count: 1,
        minAmount: 1500,
        maxAmount: 1500,
        minStarchSugar: null,
        maxStarchSugar: null,
      },
      {
        failed: null,
        count: 2,
        minAmount: 500,
        maxAmount: 1000,
        minStarchSugar: 4,
        maxStarchSugar: 4,
      },
    ]);
    expect(hasWeights).toBe(false);
  });
});

describe('replaced rows', () => {
  const names = new Map(Array.from({ length: 60 }, (_, id) => [id, (id * 37) % 61]));
  const fits = createProductRelevance(
    Object.fromEntries(Array.from({ length: 40 }, (_, id) => [id, id % 3])),
  );
  const sorts: readonly SortKey[] = [
    'popularity',
    'price',
    'price-per-kg',
    'rating',
    'newest',
    'name',
    'relevance',
  ];

  /** Runs every kind of search, with the counts in a fixed order. */
  function ask(listings: Listings) {
    return {
      pages: sorts.flatMap((sort) =>
        [false, true].map((descending) =>
          listings.find(
            createListingSearch({ relevance: fits }),
            createResultPageRequest({ sort, descending, limit: 100 }),
            names,
          ),
        ),
      ),
      faceted: listings.find(
        createListingSearch({
          categoryIds: [11, 12],
          conditions: [
            { facetKey: 'labour', mask: 0b101n },
            { facetKey: 'price', least: 500, most: null },
          ],
        }),
        createResultPageRequest(),
      ),
      best: listings.listBest(fits, now, 20),
      byCategory: new Map([...listings.countByCategory(now)].sort(([a], [b]) => a - b)),
    };
  }

  const sortCounts = ({ pages, faceted, ...rest }: ReturnType<typeof ask>) => ({
    ...rest,
    hits: [...pages, faceted].map(({ counts, ...hits }) => ({
      ...hits,
      counts: counts.map((row) => `${row.facetKey} ${row.failed} ${row.value} ${row.count}`).sort(),
    })),
  });

  it.each([1, 2, 3])('equal the lists built from scratch (seed %i)', (seed) => {
    const random = createSeededRandom(seed).below;
    const createPeriods = (productId: number): ListingRow[] => {
      const categoryId = 11 + random(4);
      const position = random(30);
      const masks = { labour: String(random(8)), 'horse-type': String(random(32)) };
      const since = now.getTime() - 3 * DAY_MS;
      return Array.from({ length: random(4) }, (_, index) =>
        createListingRow(productId, {
          categoryId,
          position,
          masks,
          validFrom: since + index * DAY_MS * 2,
          validUntil: random(3) === 0 ? null : since + (index + 1) * DAY_MS * 2,
          amountInclVat: 100 * random(20),
          amountPerKg: random(2) === 0 ? null : random(50),
          starchSugar: random(2) === 0 ? null : random(40),
          rating: random(2) === 0 ? null : 1 + random(5),
          piecesSold: random(4),
          isSale: random(3) === 0,
          isNew: random(3) === 0,
        }),
      );
    };
    const rowsOf = new Map(Array.from({ length: 40 }, (_, id) => [id + 1, createPeriods(id + 1)]));
    const listings = createInMemoryListings([...rowsOf.values()].flat());
    ask(listings);
    for (let change = 0; change < 120; change += 1) {
      // Includes products that never existed, products that lose all rows, and unchanged ones.
      const productIds = [...new Set(Array.from({ length: 1 + random(3) }, () => 1 + random(55)))];
      for (const id of productIds) if (random(5) > 0) rowsOf.set(id, createPeriods(id));
      listings.replace(
        productIds,
        productIds.flatMap((id) => rowsOf.get(id) ?? []),
      );
      if (change % 10 === 0) {
        expect(sortCounts(ask(listings))).toEqual(
          sortCounts(ask(createInMemoryListings([...rowsOf.values()].flat()))),
        );
      }
    }
  });
});
