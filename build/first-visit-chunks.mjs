/**
 * Chunks that every first visit to a product list fetches. Code and texts that they share with the entry are
 * bundled into the entry. `Consent` is included because visitors without a decision are asked for consent on
 * their first page. `ErrorPage` is fetched in advance because it may be impossible to fetch when it is
 * needed.
 */
export const firstVisitChunks = ['CategoryPage', 'Consent', 'ErrorPage'];
