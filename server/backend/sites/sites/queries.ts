import { and, asc, eq, isNull } from 'drizzle-orm';
import { toLocale } from '../../../../shared/i18n/locales.ts';
import type { Database } from '../../core/database/database.ts';
import { type CountryVat, listCountryNames, listDeliveryCountries } from '../countries/queries.ts';
import { countryCodes } from '../countries/views.ts';
import { listLanguages } from '../languages/queries.ts';
import { languages } from '../languages/views.ts';
import { listLegalProfiles } from '../legal/queries.ts';
import { getRetentionYears, getWithdrawalDays } from '../legal-periods.ts';
import { getTimeZone } from '../local-dates.ts';
import type { LanguageRecord, PageLinkRecord, SiteRecord } from '../site-record.ts';
import {
  paymentMethod,
  site,
  siteDeliveryCountry,
  siteLanguage,
  sitePaymentMethod,
  siteSetting,
  siteShippingMethod,
} from './tables.ts';

/** Returns the addresses of content pages on every site, in each of its languages. */
export type ReadPageLinks = (
  handle: Database,
  contentPageIds: readonly number[],
) => Promise<PageLinkRecord[]>;

/**
 * Reads every site, including closed ones, and every language: a few dozen rows.
 *
 * @param readPageLinks reads the content pages that responses about sites link to
 */
export async function readSites(
  handle: Database,
  readPageLinks: ReadPageLinks,
): Promise<{ sites: SiteRecord[]; languages: LanguageRecord[] }> {
  const sites = await handle.select().from(site).orderBy(asc(site.siteId));
  const settings = await handle.select().from(siteSetting);
  const legalProfiles = await listLegalProfiles(handle);
  const deliveryCountries = await handle
    .select({ siteId: siteDeliveryCountry.siteId, countryId: siteDeliveryCountry.countryId })
    .from(siteDeliveryCountry)
    .orderBy(asc(siteDeliveryCountry.position));
  const countries = await listDeliveryCountries(handle);
  const vatByCountry = new Map(countries.map(({ countryId, vat }) => [countryId, vat]));
  const deliveryTimes = new Map(
    countries.flatMap(({ countryId, deliveryTimeDays }): [number, string][] =>
      deliveryTimeDays === null ? [] : [[countryId, deliveryTimeDays]],
    ),
  );
  const shippingMethods = await handle
    .select()
    .from(siteShippingMethod)
    .orderBy(asc(siteShippingMethod.position));
  const siteLanguages = await handle.select().from(siteLanguage).orderBy(asc(siteLanguage.position));
  const payments = await handle
    .select({
      siteId: sitePaymentMethod.siteId,
      costInclVat: sitePaymentMethod.costInclVat,
      method: paymentMethod,
    })
    .from(sitePaymentMethod)
    .innerJoin(paymentMethod, eq(paymentMethod.paymentMethodId, sitePaymentMethod.paymentMethodId))
    .orderBy(asc(sitePaymentMethod.position));
  const languageRecords = (await listLanguages(handle)).map((row) => ({ ...row, code: toLocale(row.code) }));
  const names = await listCountryNames(handle);
  const pages = await readPageLinks(
    handle,
    sites
      .flatMap((row) => [
        row.customerServiceContentPageId,
        row.currencyConversionDisclaimerPageId ?? [],
        row.becomeDealerPageId ?? [],
      ])
      .flat(),
  );
  return {
    languages: languageRecords,
    sites: sites.flatMap((row) => {
      const setting = settings.find(({ siteId }) => siteId === row.siteId);
      if (!setting) return [];
      // Goods for another country are charged its VAT, so countries with unknown rates are excluded.
      const delivered = deliveryCountries
        .filter(({ siteId }) => siteId === row.siteId)
        .map(({ countryId }) => ({ countryId, vat: vatByCountry.get(countryId) ?? null }))
        .filter(({ countryId, vat }) => countryId === row.countryId || vat !== null);
      return {
        site: row,
        setting: {
          ...setting,
          shippingMethods: shippingMethods
            .filter(({ siteId }) => siteId === row.siteId)
            .map(({ shippingMethod, priceInclVat }) => ({ shippingMethod, priceInclVat })),
          deliveryCountryIds: delivered.map(({ countryId }) => countryId),
          deliveryTimes,
          vatAbroad: new Map(
            delivered.flatMap(({ countryId, vat }): [number, CountryVat][] =>
              countryId === row.countryId || vat === null ? [] : [[countryId, vat]],
            ),
          ),
        },
        legalProfile: legalProfiles.find(({ siteId }) => siteId === row.siteId) ?? null,
        pages: pages.filter(({ siteId }) => siteId === row.siteId),
        languages: siteLanguages.filter(({ siteId }) => siteId === row.siteId),
        paymentMethods: payments
          .filter(({ siteId }) => siteId === row.siteId)
          .map(({ method, costInclVat }) => ({ ...method, costInclVat })),
        countryNames: new Map(
          names
            .filter(({ countryId }) => countryId === row.countryId)
            .map((name) => [name.languageId, name.name]),
        ),
      };
    }),
  };
}

/** Returns the imported host of a site and language; undefined for a closed site. */
export async function findImportedHost(
  handle: Database,
  siteId: number,
  languageId: number,
): Promise<{ readonly domain: string; readonly languageCode: string } | undefined> {
  const [row] = await handle
    .select({ domain: siteLanguage.domain, languageCode: languages.code })
    .from(siteLanguage)
    .innerJoin(languages, eq(languages.languageId, siteLanguage.languageId))
    .where(and(eq(siteLanguage.siteId, siteId), eq(siteLanguage.languageId, languageId)));
  return row;
}

/** A site with the country whose calendar and law apply to it. */
export interface SiteCountry {
  readonly siteId: number;
  readonly key: string;
  /** ISO 3166-1 alpha-2. */
  readonly regionCode: string;
}

/** Lists every site, including closed ones, with its country. */
export async function listSiteCountries(handle: Database): Promise<SiteCountry[]> {
  return handle
    .select({ siteId: site.siteId, key: site.key, regionCode: countryCodes.regionCode })
    .from(site)
    .innerJoin(countryCodes, eq(countryCodes.countryId, site.countryId))
    .orderBy(asc(site.siteId));
}

/** Legal periods of a site's country, also for closed sites. */
export interface SiteLegalPeriods {
  readonly siteId: number;
  readonly timeZone: string;
  readonly withdrawalDays: number;
  readonly retentionYears: number;
}

/** Lists the withdrawal period of each site, and the retention period of its trade documents. */
export async function listSiteLegalPeriods(handle: Database): Promise<SiteLegalPeriods[]> {
  const [sites, legalProfiles] = await Promise.all([listSiteCountries(handle), listLegalProfiles(handle)]);
  return sites.map(({ siteId, regionCode }) => {
    const law = { legalProfile: legalProfiles.find((profile) => profile.siteId === siteId) ?? null };
    return {
      siteId,
      timeZone: getTimeZone(regionCode),
      withdrawalDays: getWithdrawalDays(law),
      retentionYears: getRetentionYears(law),
    };
  });
}

/** Returns the country whose calendar and law apply to a site. */
export async function findSiteCountryId(handle: Database, siteId: number): Promise<number> {
  const [row] = await handle.select({ countryId: site.countryId }).from(site).where(eq(site.siteId, siteId));
  if (!row) throw new Error(`There is no site ${siteId}`);
  return row.countryId;
}

/** Returns the keys of all sites, including closed ones, by id. */
export async function getSiteKeysById(handle: Database): Promise<ReadonlyMap<number, string>> {
  const rows = await handle.select({ siteId: site.siteId, key: site.key }).from(site);
  return new Map(rows.map(({ siteId, key }) => [siteId, key]));
}

/** Returns a payment method, including one that the site no longer offers. */
export async function findPaymentMethod(
  handle: Database,
  paymentMethodId: number,
): Promise<{ readonly key: string; readonly name: string } | undefined> {
  const [row] = await handle
    .select({ key: paymentMethod.key, name: paymentMethod.name })
    .from(paymentMethod)
    .where(eq(paymentMethod.paymentMethodId, paymentMethodId));
  return row;
}

/** Lists the payment provider configurations that sites name. */
export async function listPaymentProviderConfigurationIds(handle: Database): Promise<string[]> {
  const rows = await handle.selectDistinct({ id: site.paymentProviderConfigurationId }).from(site);
  return rows.flatMap(({ id }) => id ?? []);
}

/** Returns the payment provider configuration of a site; null if the site sells nothing. */
export async function findPaymentProviderConfigurationId(
  handle: Database,
  siteId: number,
): Promise<string | null> {
  const [found] = await handle
    .select({ id: site.paymentProviderConfigurationId })
    .from(site)
    .where(eq(site.siteId, siteId));
  return found?.id ?? null;
}

/** Lists the hosts of all open sites, in the order of the sites and their languages. */
export function listHosts(handle: Database) {
  return handle
    .select({
      siteId: site.siteId,
      siteKey: site.key,
      siteType: site.type,
      countryId: site.countryId,
      languageId: languages.languageId,
      languageCode: languages.code,
      isFallback: eq(site.fallbackLanguageId, languages.languageId).mapWith(Boolean),
      domain: siteLanguage.domain,
    })
    .from(siteLanguage)
    .innerJoin(site, eq(site.siteId, siteLanguage.siteId))
    .innerJoin(languages, eq(languages.languageId, siteLanguage.languageId))
    .where(isNull(site.retiredAt))
    .orderBy(site.siteId, siteLanguage.position);
}
