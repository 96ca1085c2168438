const brandNames = { 0: 'Havero', 1: 'Hafero', 2: 'Havero Group' } as const;

/** Returns the displayed name of a site by its type: main, German-market, corporate (decisions, 'Brands'). */
export function getBrandName(siteType: 0 | 1 | 2): string {
  return brandNames[siteType];
}
