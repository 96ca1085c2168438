import { eq } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { site, siteSetting } from './tables.ts';

const queryBuilder = new QueryBuilder();

/** Sites, including closed ones, whose `retiredAt` is set. */
export const sites = queryBuilder
  .select({
    siteId: site.siteId,
    key: site.key,
    name: site.name,
    type: site.type,
    countryId: site.countryId,
    fallbackLanguageId: site.fallbackLanguageId,
    hasStockReminders: site.enableStockReminderFeature,
    retiredAt: site.retiredAt,
  })
  .from(site)
  .as('sites');

/** What the prices of a site are calculated with. */
export const sitePriceRules = queryBuilder
  .select({
    siteId: site.siteId,
    vatPercentageHigh: site.vatPercentageHigh,
    vatPercentageLow: site.vatPercentageLow,
    vatTypeByClass: siteSetting.vatTypeByClass,
    unitPriceBases: siteSetting.unitPriceBases,
  })
  .from(site)
  .innerJoin(siteSetting, eq(siteSetting.siteId, site.siteId))
  .as('site_price_rules');
