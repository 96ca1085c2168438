import type { ListOrder } from '../../product-search.ts';
import { at, type ListingTable } from './listing-table.ts';

/** Rank of every product's name in the alphabet of a language, by productId. */
export type NameRanks = ReadonlyMap<number, number>;

type CompareRows = (a: number, b: number) => number;

/** All rows in one order. */
interface SortedRows {
  readonly name: string;
  /** The name ranks from which it was made. */
  readonly nameRanks: NameRanks | undefined;
  readonly compare: CompareRows;
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

const compare = (a: number, b: number): number => a - b || 0;

/** Returns the comparison by catalogue order, the tie-breaker of every other order. */
const createCatalogueComparison =
  (table: ListingTable): CompareRows =>
  (a, b) => {
    const { position, productId, validFrom } = table.columns;
    return (
      compare(at(position, a), at(position, b)) ||
      compare(at(productId, a), at(productId, b)) ||
      compare(at(validFrom, a), at(validFrom, b))
    );
  };

/** Returns the comparison of an order. Equal products stay in catalogue order in both directions. */
function createComparison(
  table: ListingTable,
  { sort, descending }: ListOrder,
  nameRanks: NameRanks | undefined,
): CompareRows {
  const compareInCatalogue = createCatalogueComparison(table);
  const turn = descending ? -1 : 1;
  /** Products without the number come last in both directions. */
  const byNumber = (read: (index: number) => number, direction: number): CompareRows => {
    const getKey = (index: number): number => {
      const value = read(index);
      return Number.isNaN(value) ? Number.POSITIVE_INFINITY : value * direction;
    };
    return (a, b) => compare(getKey(a), getKey(b)) || compareInCatalogue(a, b);
  };
  switch (sort) {
    case 'price':
      return byNumber((index) => at(table.columns.amount, index), turn);
    case 'price-per-kg':
      return byNumber((index) => at(table.columns.amountPerKg, index), turn);
    case 'rating':
      return byNumber((index) => at(table.columns.rating, index), -turn);
    case 'name':
      return byNumber((index) => nameRanks?.get(at(table.columns.productId, index)) ?? Number.NaN, turn);
    case 'newest':
      // Product ids grow with time, and stay below 2^32.
      return byNumber(
        (index) => at(table.columns.new, index) * 2 ** 32 + at(table.columns.productId, index),
        -turn,
      );
    case 'relevance':
      return (a, b) => turn * compareInCatalogue(a, b);
    case 'popularity':
      // Products with equal sales, or none, stay in catalogue order.
      return (a, b) =>
        turn *
        (compare(at(table.columns.piecesSold, b), at(table.columns.piecesSold, a)) ||
          compareInCatalogue(a, b));
  }
}

/** The rows of a table in every order in which a list was requested. */
export interface SortOrders {
  /** Returns all rows in catalogue order. */
  listCatalogue(): Int32Array;
  /**
   * Returns all rows in the order of a list; created on first use.
   *
   * @param nameRanks only needed to sort by name
   */
  list(order: ListOrder, nameRanks: NameRanks | undefined): Int32Array;
  /** Updates all orders after rows of the table were replaced. */
  update(removed: ReadonlySet<number>, added: readonly number[]): void;
}

/** Creates the orders of a table without rows. */
export function createSortOrders(table: ListingTable): SortOrders {
  const catalogue: SortedRows = {
    name: 'catalogue',
    nameRanks: undefined,
    compare: createCatalogueComparison(table),
    rows: new Int32Array(0),
  };
  /** The other orders, created on first use. */
  const cachedSortOrders: SortedRows[] = [];

  return {
    listCatalogue: () => catalogue.rows,

    list(order, nameRanks) {
      const name = `${order.sort} ${order.descending}`;
      const known = cachedSortOrders.find((cached) => cached.name === name && cached.nameRanks === nameRanks);
      if (known) return known.rows;
      const compareRows = createComparison(table, order, nameRanks);
      const rows = catalogue.rows.toSorted(compareRows);
      if (cachedSortOrders.push({ name, nameRanks, compare: compareRows, rows }) > MAX_CACHED_SORT_ORDERS) {
        cachedSortOrders.shift();
      }
      return rows;
    },

    update(removed, added) {
      for (const order of [catalogue, ...cachedSortOrders]) {
        order.rows = mergeSortedRows(order, removed, added);
      }
    },
  };
}
