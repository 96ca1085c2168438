/** Key of the browser's storage that holds the productIds looked at, newest first. */
export const RECENTLY_VIEWED_STORAGE_KEY = 'recently-viewed';

/** Products that are shown: one row, and what one call of the API answers. */
const SHOWN_RECENTLY = 4;

/** One more is kept than shown: the product of the page itself is not shown on it. */
const kept = SHOWN_RECENTLY + 1;

const isProductId = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 999_999_999;

/** Reads what the browser's storage holds; anything that is no list of ours is an empty one. */
export function parseRecentlyViewed(text: string | null): readonly number[] {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
  return Array.isArray(stored) ? [...new Set(stored.filter(isProductId))].slice(0, kept) : [];
}

/** The list after one more look at a product: it is the newest, once. */
export function addRecentlyViewed(ids: readonly number[], productId: number): readonly number[] {
  return [productId, ...ids.filter((id) => id !== productId)].slice(0, kept);
}

/** What to show on the page of a product, or of none: the others, newest first. */
export function getRecentlyViewed(ids: readonly number[], productId: number | null): readonly number[] {
  return ids.filter((id) => id !== productId).slice(0, SHOWN_RECENTLY);
}
