import {
  type VocabularyFacetKey,
  vocabularyFacetKeys,
} from '../../../../../../shared/rules/vocabulary-facets.ts';

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
export const MASK_BITS = 63;
export const MASK_VALUE_COUNT = vocabularyFacetKeys.length * MASK_BITS;

/** Returns the values in a mask as numbers that identify the facet and the bit. */
export function listMaskValues(facetKey: VocabularyFacetKey, mask: bigint): number[] {
  const first = vocabularyFacetKeys.indexOf(facetKey) * MASK_BITS;
  const values: number[] = [];
  for (let bit = 0, rest = mask; rest > 0n; bit += 1, rest >>= 1n) {
    if (rest & 1n) values.push(first + bit);
  }
  return values;
}

/** Reads a number of a column; NaN beyond its end. */
export const at = (column: Float64Array, index: number): number => column[index] ?? Number.NaN;

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
export type ListingColumns = Readonly<Record<(typeof columnNames)[number], Float64Array>>;

const createColumns = (create: (name: keyof ListingColumns) => Float64Array): ListingColumns =>
  Object.fromEntries(columnNames.map((name) => [name, create(name)])) as unknown as ListingColumns;

function enlargeColumn(column: Float64Array, length: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(length).fill(Number.NaN, column.length);
  larger.set(column);
  return larger;
}

/** Returns a capacity for a number of rows with some reserve, because growing means copying. */
const getColumnCapacity = (size: number): number => Math.ceil(size * 1.125) + 64;

/** The rows that a replacement removed and added, by index. */
interface ReplacedRows {
  readonly removed: ReadonlySet<number>;
  readonly added: readonly number[];
}

/** The rows of a site in columns of numbers. The properties change with `replace`. */
export interface ListingTable {
  readonly columns: ListingColumns;
  /** Number of indexes in use or free for reuse. */
  readonly size: number;
  /** The values of all rows in sequence: `firstValue` and `lastValue` (exclusive) delimit those of a row. */
  readonly values: Float64Array;
  /** The column `category` has indexes of this list. */
  readonly categoryIds: readonly number[];
  readonly categoryIndexes: ReadonlyMap<number, number>;
  /** Replaces all rows of some products. */
  replace(productIds: readonly number[], rows: readonly ListingRow[]): ReplacedRows;
}

/** Creates a table without rows. */
export function createListingTable(): ListingTable {
  const freeRows: number[] = [];
  const rowsByProduct = new Map<number, number[]>();
  let valueCount = 0;
  const categoryIds: number[] = [];
  const categoryIndexes = new Map<number, number>();
  // Masks repeat, so each is decoded once.
  const knownMasks = new Map<string, readonly number[]>();
  const table = {
    columns: createColumns(() => new Float64Array(0)),
    size: 0,
    values: new Float64Array(0),
    categoryIds,
    categoryIndexes,
    replace,
  };

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
      rowValues.every((value, index) => at(table.values, previousStart + index) === value)
    ) {
      return previousStart;
    }
    const first = valueCount;
    valueCount += rowValues.length;
    if (valueCount > table.values.length) {
      table.values = enlargeColumn(table.values, getColumnCapacity(valueCount));
    }
    table.values.set(rowValues, first);
    return first;
  }

  function storeRow(row: ListingRow, valuesBefore: number | undefined): number {
    const rowIndex = freeRows.pop() ?? table.size++;
    if (rowIndex >= table.columns.productId.length) {
      const length = getColumnCapacity(table.size);
      const smaller = table.columns;
      table.columns = createColumns((name) => enlargeColumn(smaller[name], length));
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
    for (const name of columnNames) table.columns[name][rowIndex] = storedRow[name] ?? Number.NaN;
    return rowIndex;
  }

  function replace(productIds: readonly number[], next: readonly ListingRow[]): ReplacedRows {
    const removed = new Set<number>();
    const valuesBefore = new Map<number, number>();
    for (const productId of productIds) {
      for (const place of rowsByProduct.get(productId) ?? []) {
        removed.add(place);
        valuesBefore.set(productId, at(table.columns.firstValue, place));
        for (const name of columnNames) table.columns[name][place] = Number.NaN;
        freeRows.push(place);
      }
      rowsByProduct.delete(productId);
    }
    const added = next.map((row) => {
      const rowIndex = storeRow(row, valuesBefore.get(row.productId));
      valuesBefore.set(row.productId, at(table.columns.firstValue, rowIndex));
      const productRows = rowsByProduct.get(row.productId);
      if (productRows) productRows.push(rowIndex);
      else rowsByProduct.set(row.productId, [rowIndex]);
      return rowIndex;
    });
    return { removed, added };
  }

  return table;
}
