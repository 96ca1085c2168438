import type { SiteRecord } from '../../sites/site-record.ts';

/** The fields of a site that its prices depend on. */
export interface PriceScope {
  readonly site: Pick<SiteRecord['site'], 'siteId' | 'vatPercentageHigh' | 'vatPercentageLow'>;
  readonly setting: Pick<SiteRecord['setting'], 'vatTypeByClass' | 'unitPriceBases'>;
}
