import type { SiteSettings } from '../../../shared/contract/sites.ts';
import type { CountryVat } from './countries/tables.ts';
import type { language } from './languages/tables.ts';
import type { legalProfile } from './legal/tables.ts';
import type { paymentMethod, site, siteLanguage, siteSetting } from './sites/tables.ts';

export type LanguageRecord = typeof language.$inferSelect;

export type SettingRecord = typeof siteSetting.$inferSelect &
  Pick<SiteSettings, 'shippingMethods' | 'deliveryCountryIds'> & {
    /** Working days of a delivery ('4-6') by countryId, for countries that define them. */
    readonly deliveryTimes: ReadonlyMap<number, string>;
    /** VAT of the other delivery countries of the site, by countryId. */
    readonly vatAbroad: ReadonlyMap<number, CountryVat>;
  };

/** Link to a page of a site in one language. The title still contains its placeholders. */
export interface PageLinkRecord {
  readonly siteId: number;
  readonly languageId: number;
  readonly contentPageId: number;
  readonly key: string;
  readonly title: string;
  readonly path: string;
}

/** Site with all data that responses need. Its domains are the real ones, in lower case. */
export interface SiteRecord {
  readonly site: typeof site.$inferSelect;
  readonly setting: SettingRecord;
  /** Legally required details of the site; null if it has none. */
  readonly legalProfile: typeof legalProfile.$inferSelect | null;
  /** Pages that responses about the site link to. */
  readonly pages: readonly PageLinkRecord[];
  /** Languages in the order of the site. */
  readonly languages: readonly (typeof siteLanguage.$inferSelect)[];
  /** Payment methods, with the fee in euro cents incl. VAT. */
  readonly paymentMethods: readonly (typeof paymentMethod.$inferSelect & { readonly costInclVat: number })[];
  /** Name of the site's country by languageId. */
  readonly countryNames: ReadonlyMap<number, string>;
}
