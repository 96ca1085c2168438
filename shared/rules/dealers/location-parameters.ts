/**
 * Query parameters with a visitor's location. Only the dealers page reads them; they are in no link and no
 * cache, and are not measured.
 */
export const locationParameters = ['lat', 'lng', 'place'] as const;

/** Returns true if a query contains a visitor's location. */
export function hasLocationParameter(search: string): boolean {
  const query = new URLSearchParams(search);
  return locationParameters.some((name) => query.has(name));
}
