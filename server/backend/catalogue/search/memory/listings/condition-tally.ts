import { vocabularyFacetKeys } from '../../../../../../shared/rules/vocabulary-facets.ts';
import type { FacetBounds, FacetCount, FacetKey } from '../../facets.ts';
import { at, type ListingTable, MASK_BITS, MASK_VALUE_COUNT } from './listing-table.ts';

/** Counts of the products that pass all conditions, or all but one. */
export interface ConditionTally {
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

const createTally = (failed: FacetKey | null, categoryCount: number): ConditionTally => ({
  failed,
  count: 0,
  minAmount: Number.POSITIVE_INFINITY,
  maxAmount: Number.NEGATIVE_INFINITY,
  minStarchSugar: Number.POSITIVE_INFINITY,
  maxStarchSugar: Number.NEGATIVE_INFINITY,
  hasWeights: false,
  categories: new Int32Array(categoryCount),
  values: new Int32Array(MASK_VALUE_COUNT),
  saleCount: 0,
  newCount: 0,
});

/**
 * Counts the products in a state.
 *
 * @param failed the only condition that these products fail; null if they fail none
 */
export function countState(
  { columns, size, values, categoryIds }: ListingTable,
  states: Uint8Array,
  state: number,
  failed: FacetKey | null,
): ConditionTally {
  const tally = createTally(failed, categoryIds.length);
  const { amount: amounts, starchSugar: starchSugars, amountPerKg, category: categories } = columns;
  const { firstValue, lastValue, sale, new: news } = columns;
  const { categories: byCategory, values: byValue } = tally;
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
      const value = values[valueIndex] ?? 0;
      byValue[value] = (byValue[value] ?? 0) + 1;
    }
    saleCount += at(sale, index);
    newCount += at(news, index);
  }
  return Object.assign(tally, {
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

/** Returns the counts of all values that any product has, and those of both flags. */
export function listCounts({ categoryIds }: ListingTable, tally: ConditionTally): FacetCount[] {
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

const toFiniteOrNull = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** Returns the bounds of the products of a tally; null where no product has the value. */
export const createBounds = ({
  failed,
  count,
  minAmount,
  maxAmount,
  minStarchSugar,
  maxStarchSugar,
}: ConditionTally): FacetBounds => ({
  failed,
  count,
  minAmount: toFiniteOrNull(minAmount),
  maxAmount: toFiniteOrNull(maxAmount),
  minStarchSugar: toFiniteOrNull(minStarchSugar),
  maxStarchSugar: toFiniteOrNull(maxStarchSugar),
});
