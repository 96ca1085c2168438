/** Browser storage key of the viewed productIds, newest first. */
export const RECENTLY_VIEWED_STORAGE_KEY = 'recently-viewed';

/** Maximum number of visible products: one row, and the limit of one API call. */
const MAX_RECENTLY_VIEWED = 4;

/** One more is stored than shown, since the product of the page itself is omitted. */
const maxStoredProducts = MAX_RECENTLY_VIEWED + 1;

const isProductId = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 999_999_999;

/** Parses the stored list; an invalid value is an empty list. */
export function parseRecentlyViewed(text: string | null): readonly number[] {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
  return Array.isArray(stored) ? [...new Set(stored.filter(isProductId))].slice(0, maxStoredProducts) : [];
}

/** Adds a viewed product as the newest one, without duplicates. */
export function addRecentlyViewed(ids: readonly number[], productId: number): readonly number[] {
  return [productId, ...ids.filter((id) => id !== productId)].slice(0, maxStoredProducts);
}

/** Returns the products to show, newest first, without the product of the page. */
export function getRecentlyViewed(ids: readonly number[], productId: number | null): readonly number[] {
  return ids.filter((id) => id !== productId).slice(0, MAX_RECENTLY_VIEWED);
}
