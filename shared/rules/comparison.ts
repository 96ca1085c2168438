/** Products side by side at most. */
export const MAXIMUM_COMPARED = 4;

/** Key of the browser's storage that holds the compared productIds, as an array in JSON. */
export const COMPARISON_STORAGE_KEY = 'comparison-products';

/** What became of a product that was to be compared. */
export type ComparisonOutcome = 'added' | 'present' | 'full';

/**
 * Adds a product to the comparison. One that is there already is ignored, the fifth is refused.
 *
 * @returns the same list where nothing changed
 */
export function addToComparison(
  ids: readonly number[],
  productId: number,
): { readonly ids: readonly number[]; readonly outcome: ComparisonOutcome } {
  if (ids.includes(productId)) return { ids, outcome: 'present' };
  if (ids.length >= MAXIMUM_COMPARED) return { ids, outcome: 'full' };
  return { ids: [...ids, productId], outcome: 'added' };
}

/** Takes a product out; one that is not there is ignored: the same list comes back. */
export function removeFromComparison(ids: readonly number[], productId: number): readonly number[] {
  return ids.includes(productId) ? ids.filter((id) => id !== productId) : ids;
}

/** Puts a product in the place of another. */
export function replaceInComparison(
  ids: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
): readonly number[] {
  if (ids.includes(to)) return ids;
  return ids.map((id) => (id === from ? to : id));
}

const isProductId = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 999_999_999;

/** Reads what the browser's storage holds; anything that is no list of ours is an empty one. */
export function parseStoredComparison(text: string | null): readonly number[] {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
  return Array.isArray(stored) ? [...new Set(stored.filter(isProductId))].slice(0, MAXIMUM_COMPARED) : [];
}

/**
 * Reads the query parameter `ids` of the comparison's page: productIds with commas between.
 *
 * @returns ids in their order, each once; null where it is no such list, or has more than four products
 */
export function parseComparedIds(value: string | null): readonly number[] | null {
  if (value === null || value === '') return [];
  if (!/^\d{1,9}(,\d{1,9}){0,7}$/.test(value)) return null;
  const ids = [...new Set(value.split(',').map(Number))];
  return ids.every(isProductId) && ids.length <= MAXIMUM_COMPARED ? ids : null;
}
