import type { SiteRecord } from './site-record.ts';

/** Of a shop that states nothing: what the law asks for at least (Directive 2011/83/EU, art. 9). */
export const LEAST_WITHDRAWAL_DAYS = 14;
/** Of a shop that states nothing: what the strictest of our countries asks for. */
export const MOST_RETENTION_YEARS = 10;

/** Days within which a consumer may withdraw from a purchase in a shop. */
export const getWithdrawalDays = ({ legalProfile }: Pick<SiteRecord, 'legalProfile'>): number =>
  legalProfile?.withdrawalDays ?? LEAST_WITHDRAWAL_DAYS;

/** Years that a shop keeps papers of trade, from the end of the year of each. */
export const getRetentionYears = ({ legalProfile }: Pick<SiteRecord, 'legalProfile'>): number =>
  legalProfile?.retentionYears ?? MOST_RETENTION_YEARS;
