/** Time zones of the countries of the shop's sites. */
export const siteTimeZones = [
  'Europe/Berlin',
  'Europe/Dublin',
  'Europe/Helsinki',
  'Europe/Lisbon',
  'Europe/London',
  'Europe/Tallinn',
] as const;
export type SiteTimeZone = (typeof siteTimeZones)[number];
