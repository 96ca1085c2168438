import type { language, paymentMethod, site, siteLanguage, siteSetting } from '../../database/schema.ts';

export type LanguageRecord = typeof language.$inferSelect;
export type SettingRecord = typeof siteSetting.$inferSelect;

/** A site with all that answers are made from. Its domains are the real ones, in lower case. */
export interface SiteRecord {
  readonly site: typeof site.$inferSelect;
  readonly setting: SettingRecord;
  /** In the order of the site. */
  readonly languages: readonly (typeof siteLanguage.$inferSelect)[];
  readonly paymentMethods: readonly (typeof paymentMethod.$inferSelect)[];
  /** Name of the site's country by languageId. */
  readonly countryNames: ReadonlyMap<number, string>;
}
