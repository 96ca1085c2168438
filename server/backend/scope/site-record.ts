import type { SiteSettings } from '../../../shared/contract/sites.ts';
import type { CountryVat } from '../modules/countries/tables.ts';
import type { language } from '../modules/languages/tables.ts';
import type { legalProfile } from '../modules/legal/tables.ts';
import type { paymentMethod, site, siteLanguage, siteSetting } from '../modules/sites/tables.ts';

export type LanguageRecord = typeof language.$inferSelect;

export type SettingRecord = typeof siteSetting.$inferSelect &
  Pick<SiteSettings, 'shippingMethods' | 'deliveryCountryIds'> & {
    /** Working days of a delivery ('4-6') by countryId, of all countries that state them. */
    readonly deliveryTimes: ReadonlyMap<number, string>;
    /** VAT of the other countries that the site delivers to, by countryId. */
    readonly vatAbroad: ReadonlyMap<number, CountryVat>;
  };

/** Where a page of a site is in one of its languages; the title still has its placeholders. */
export interface PageLinkRecord {
  readonly siteId: number;
  readonly languageId: number;
  readonly contentPageId: number;
  readonly key: string;
  readonly title: string;
  readonly path: string;
}

/** A site with all that answers are made from. Its domains are the real ones, in lower case. */
export interface SiteRecord {
  readonly site: typeof site.$inferSelect;
  readonly setting: SettingRecord;
  /** What the law wants of the shop; null where it states nothing. */
  readonly legalProfile: typeof legalProfile.$inferSelect | null;
  /** Pages that answers about the site link to. */
  readonly pages: readonly PageLinkRecord[];
  /** In the order of the site. */
  readonly languages: readonly (typeof siteLanguage.$inferSelect)[];
  /** With the euro cents incl. VAT that an order costs more if it is paid by the method. */
  readonly paymentMethods: readonly (typeof paymentMethod.$inferSelect & { readonly costInclVat: number })[];
  /** Name of the site's country by languageId. */
  readonly countryNames: ReadonlyMap<number, string>;
}
