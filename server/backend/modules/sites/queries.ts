import { and, asc, eq, inArray } from 'drizzle-orm';
import { toLocale } from '../../../../shared/i18n/locales.ts';
import type { Database } from '../../database/database.ts';
import type { LanguageRecord, PageLinkRecord, SiteRecord } from '../../scope/site-record.ts';
import { contentPage, contentPageTranslation } from '../content/tables.ts';
import { countryTranslation } from '../countries/tables.ts';
import { language } from '../languages/tables.ts';
import { route } from '../routing/tables.ts';
import { paymentMethod, site, siteLanguage, sitePaymentMethod, siteSetting } from './tables.ts';

/** Reads every site, closed ones too, and every language: a few dozen rows. */
export async function readSites(
  database: Database,
): Promise<{ sites: SiteRecord[]; languages: LanguageRecord[] }> {
  const sites = await database.select().from(site).orderBy(asc(site.siteId));
  const settings = await database.select().from(siteSetting);
  const siteLanguages = await database.select().from(siteLanguage).orderBy(asc(siteLanguage.position));
  const payments = await database
    .select({ siteId: sitePaymentMethod.siteId, method: paymentMethod })
    .from(sitePaymentMethod)
    .innerJoin(paymentMethod, eq(paymentMethod.paymentMethodId, sitePaymentMethod.paymentMethodId))
    .orderBy(asc(sitePaymentMethod.position));
  const languageRows = await database.select().from(language).orderBy(asc(language.languageId));
  const languages = languageRows.map((row) => ({ ...row, code: toLocale(row.code) }));
  const names = await database.select().from(countryTranslation);
  const pages = await readLinkedPages(
    database,
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
      return {
        site: row,
        setting,
        pages: pages.filter(({ siteId }) => siteId === row.siteId),
        languages: siteLanguages.filter(({ siteId }) => siteId === row.siteId),
        paymentMethods: payments.filter(({ siteId }) => siteId === row.siteId).map(({ method }) => method),
        countryNames: new Map(
          names
            .filter(({ countryId }) => countryId === row.countryId)
            .map((name) => [name.languageId, name.name]),
        ),
      };
    }),
  };
}

/** The addresses of these pages on every site, in each of its languages. */
function readLinkedPages(database: Database, contentPageIds: readonly number[]): Promise<PageLinkRecord[]> {
  return database
    .select({
      siteId: route.siteId,
      languageId: route.languageId,
      contentPageId: contentPageTranslation.contentPageId,
      key: contentPage.key,
      title: contentPageTranslation.title,
      path: route.path,
    })
    .from(route)
    .innerJoin(contentPage, eq(contentPage.contentPageId, route.contentPageId))
    .innerJoin(
      contentPageTranslation,
      and(
        eq(contentPageTranslation.contentPageId, contentPage.contentPageId),
        eq(contentPageTranslation.languageId, route.languageId),
      ),
    )
    .where(and(eq(route.isCanonical, true), inArray(route.contentPageId, [...new Set(contentPageIds)])));
}
