import type { SiteRecord } from './site-record.ts';

/** Default for a site without legal details: the legal minimum (Directive 2011/83/EU, art. 9). */
export const MIN_WITHDRAWAL_DAYS = 14;
/** Default for a site without legal details: the maximum of the supported countries. */
export const MAX_RETENTION_YEARS = 10;

/** Returns the number of days within which a consumer may withdraw from a purchase on a site. */
export const getWithdrawalDays = ({ legalProfile }: Pick<SiteRecord, 'legalProfile'>): number =>
  legalProfile?.withdrawalDays ?? MIN_WITHDRAWAL_DAYS;

/** Returns the number of years for which a site retains business documents, from the end of each year. */
export const getRetentionYears = ({ legalProfile }: Pick<SiteRecord, 'legalProfile'>): number =>
  legalProfile?.retentionYears ?? MAX_RETENTION_YEARS;
