import { and, asc, eq } from 'drizzle-orm';
import { toLocale } from '../../../../shared/i18n/locales.ts';
import type { Database } from '../../core/database/database.ts';
import { type CountryVat, country, countryTranslation } from '../countries/tables.ts';
import { language } from '../languages/tables.ts';
import { legalProfile } from '../legal/tables.ts';
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
  const legalProfiles = await handle.select().from(legalProfile);
  const deliveryCountries = await handle
    .select({ siteId: siteDeliveryCountry.siteId, countryId: country.countryId, vat: country.vat })
    .from(siteDeliveryCountry)
    .innerJoin(country, eq(country.countryId, siteDeliveryCountry.countryId))
    .orderBy(asc(siteDeliveryCountry.position));
  const deliveryTimes = await readDeliveryTimes(handle);
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
  const languageRows = await handle.select().from(language).orderBy(asc(language.languageId));
  const languages = languageRows.map((row) => ({ ...row, code: toLocale(row.code) }));
  const names = await handle.select().from(countryTranslation);
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
    languages,
    sites: sites.flatMap((row) => {
      const setting = settings.find(({ siteId }) => siteId === row.siteId);
      if (!setting) return [];
      // Goods for another country are charged its VAT, so countries with unknown rates are excluded.
      const delivered = deliveryCountries.filter(
        ({ siteId, countryId, vat }) =>
          siteId === row.siteId && (countryId === row.countryId || vat !== null),
      );
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

/** Returns the delivery times in working days by countryId, for the countries that state them. */
async function readDeliveryTimes(handle: Database): Promise<ReadonlyMap<number, string>> {
  const rows = await handle
    .select({ countryId: country.countryId, deliveryTimeDays: country.deliveryTimeDays })
    .from(country);
  return new Map(
    rows.flatMap(({ countryId, deliveryTimeDays }): [number, string][] =>
      deliveryTimeDays === null ? [] : [[countryId, deliveryTimeDays]],
    ),
  );
}

/** Returns the imported host of a site and language; undefined for a closed site. */
export async function findImportedHost(
  handle: Database,
  siteId: number,
  languageId: number,
): Promise<{ readonly domain: string; readonly languageCode: string } | undefined> {
  const [row] = await handle
    .select({ domain: siteLanguage.domain, languageCode: language.code })
    .from(siteLanguage)
    .innerJoin(language, eq(language.languageId, siteLanguage.languageId))
    .where(and(eq(siteLanguage.siteId, siteId), eq(siteLanguage.languageId, languageId)));
  return row;
}

/** Lists every site, including closed ones, with its key and the ISO 3166-1 code of its country. */
export async function listSiteCountries(
  handle: Database,
): Promise<{ readonly siteId: number; readonly key: string; readonly regionCode: string }[]> {
  return handle
    .select({ siteId: site.siteId, key: site.key, regionCode: country.regionCode })
    .from(site)
    .innerJoin(country, eq(country.countryId, site.countryId))
    .orderBy(asc(site.siteId));
}
