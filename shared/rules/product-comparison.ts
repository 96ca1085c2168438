/** Maximum number of compared products. */
export const MAX_COMPARED_PRODUCTS = 4;

/** Browser storage key of the compared productIds, a JSON array. */
export const COMPARISON_STORAGE_KEY = 'comparison-products';

/** Result of adding a product to the comparison. */
export type ComparisonOutcome = 'added' | 'present' | 'full';

/**
 * Adds a product to the comparison. A product that is already in the list is ignored, a fifth one is
 * rejected.
 *
 * @returns the same list if nothing changed
 */
export function addToComparison(
  ids: readonly number[],
  productId: number,
): { readonly ids: readonly number[]; readonly outcome: ComparisonOutcome } {
  if (ids.includes(productId)) return { ids, outcome: 'present' };
  if (ids.length >= MAX_COMPARED_PRODUCTS) return { ids, outcome: 'full' };
  return { ids: [...ids, productId], outcome: 'added' };
}

/** Removes a product. Returns the same list if it is not in the list. */
export function removeFromComparison(ids: readonly number[], productId: number): readonly number[] {
  return ids.includes(productId) ? ids.filter((id) => id !== productId) : ids;
}

/** Replaces a product by another in the same position. */
export function replaceInComparison(
  ids: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
): readonly number[] {
  if (ids.includes(to)) return ids;
  return ids.map((id) => (id === from ? to : id));
}

const isProductId = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 999_999_999;

/** Parses the stored comparison; an invalid value is an empty list. */
export function parseStoredComparison(text: string | null): readonly number[] {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
  return Array.isArray(stored)
    ? [...new Set(stored.filter(isProductId))].slice(0, MAX_COMPARED_PRODUCTS)
    : [];
}

/**
 * Parses the query parameter `ids` of the comparison page: comma-separated productIds.
 *
 * @returns ids in their order, without duplicates; null if the value is invalid or has more than four
 *   products
 */
export function parseComparedIds(value: string | null): readonly number[] | null {
  if (value === null || value === '') return [];
  if (!/^\d{1,9}(,\d{1,9}){0,7}$/.test(value)) return null;
  const ids = [...new Set(value.split(',').map(Number))];
  return ids.every(isProductId) && ids.length <= MAX_COMPARED_PRODUCTS ? ids : null;
}
