import type { SiteSettings } from '../../../shared/contract/sites.ts';
import type { CountryVat } from './countries/queries.ts';
import type { LanguageRow } from './languages/queries.ts';
import type { LegalProfileRow } from './legal/queries.ts';
import type { PaymentMethodRow, SiteLanguageRow, SiteRow, SiteSettingRow } from './sites/types.ts';

export type LanguageRecord = LanguageRow;

export type SettingRecord = SiteSettingRow &
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
  readonly site: SiteRow;
  readonly setting: SettingRecord;
  /** Legally required details of the site; null if it has none. */
  readonly legalProfile: LegalProfileRow | null;
  /** Pages that responses about the site link to. */
  readonly pages: readonly PageLinkRecord[];
  /** Languages in the order of the site. */
  readonly languages: readonly SiteLanguageRow[];
  /** Payment methods, with the fee in euro cents incl. VAT. */
  readonly paymentMethods: readonly (PaymentMethodRow & { readonly costInclVat: number })[];
  /** Name of the site's country by languageId. */
  readonly countryNames: ReadonlyMap<number, string>;
}
