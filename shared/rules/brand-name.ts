/** Brands of the shops, as they are printed on packs. */
export const brands = ['Havero', 'Hafero'] as const;

export type Brand = (typeof brands)[number];

const nameBySiteType = { 0: brands[0], 1: brands[1], 2: 'Havero Group' } as const;

/** Value of `data-brand` on `<html>`, and part of the names of the files with texts, by site type. */
export const brandKeys = { 0: 'havero', 1: 'hafero', 2: 'group' } as const;

/** Returns the displayed name of a site by its type: main, German-market, corporate (decisions, 'Brands'). */
export function getBrandName(siteType: 0 | 1 | 2): string {
  return nameBySiteType[siteType];
}
