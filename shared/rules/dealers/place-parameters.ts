/** Parameters by which an address says where somebody is: read by the page of dealers, shown in no link, kept by no cache, measured by nobody. */
export const placeParameters = ['lat', 'lng', 'place'] as const;

/** Whether a query says where somebody is. */
export function tellsPlace(search: string): boolean {
  const query = new URLSearchParams(search);
  return placeParameters.some((name) => query.has(name));
}
