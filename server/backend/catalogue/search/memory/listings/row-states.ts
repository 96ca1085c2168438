// A search processes whole columns in loops without calls: a call per product would allocate an object for
// each number, megabytes per search.
import type { FacetCondition } from '../../facets.ts';
import { at, type ListingTable, listMaskValues, MASK_VALUE_COUNT } from './listing-table.ts';

/** State of a product in a search that passes all conditions. */
export const STATE_PASSES = 0;
/**
 * State of a product that is ruled out: not in the scope, or it fails two conditions. Values in between: 1 +
 * the index of the one condition that it fails.
 */
export const STATE_EXCLUDED = 255;

/** Returns an array with 1 at the wanted indexes and 0 elsewhere. */
function createMembershipTable(length: number, indexes: readonly number[]): Uint8Array {
  const table = new Uint8Array(length);
  for (const index of indexes) table[index] = 1;
  return table;
}

/**
 * Returns the initial states: products that are for sale at a given time and match the term, if there is
 * one.
 */
export function createStates(
  { columns, size }: ListingTable,
  instant: number,
  relevanceColumn: Int32Array | null,
): Uint8Array {
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
export function markFailures(
  table: ListingTable,
  states: Uint8Array,
  condition: FacetCondition,
  failureState: number,
): void {
  const { size, columns, categoryIds, categoryIndexes } = table;
  const { category, starchSugar, amount } = columns;
  const fail = (index: number) => {
    states[index] = states[index] === STATE_PASSES ? failureState : STATE_EXCLUDED;
  };
  switch (condition.facetKey) {
    case 'product-group': {
      const isRequested = createMembershipTable(
        categoryIds.length,
        condition.categoryIds.flatMap((id) => categoryIndexes.get(id) ?? []),
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
        table,
        states,
        createMembershipTable(MASK_VALUE_COUNT, listMaskValues(condition.facetKey, condition.mask)),
        failureState,
      );
  }
}

/** Marks the products that have none of the requested values. */
function markWithoutValue(
  { columns, size, values }: ListingTable,
  states: Uint8Array,
  isRequested: Uint8Array,
  failureState: number,
): void {
  const { firstValue, lastValue } = columns;
  for (let index = 0; index < size; index += 1) {
    if (states[index] === STATE_EXCLUDED) continue;
    const last = at(lastValue, index);
    let valueIndex = at(firstValue, index);
    while (valueIndex < last && isRequested[values[valueIndex] ?? 0] !== 1) valueIndex += 1;
    if (valueIndex === last) states[index] = states[index] === STATE_PASSES ? failureState : STATE_EXCLUDED;
  }
}

/** Lists the products that pass all conditions, in order. */
export function listHits(order: Int32Array, states: Uint8Array): Int32Array {
  const hits = new Int32Array(order.length);
  let length = 0;
  for (let place = 0; place < order.length; place += 1) {
    const index = order[place] ?? 0;
    if (states[index] === STATE_PASSES) hits[length++] = index;
  }
  return hits.subarray(0, length);
}
