/**
 * Data that a form can change. A page lists in `changedBy` the data that it shows: cached pages of that kind
 * are dropped, and the current page is reloaded.
 */
export type ChangedData = 'account' | 'advice' | 'cart' | 'returns' | 'reviews';
