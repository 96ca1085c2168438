import { and, asc, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import { resolveLocale } from '../../../shared/i18n/locales.ts';
import { CORPORATE } from '../../../shared/rules/site-type.ts';
import { nonFeedProductTypes } from '../catalogue/products/service.ts';
import { product, productVariant, siteProduct } from '../catalogue/products/tables.ts';
import { contentPage } from '../content/content/tables.ts';
import type { Database } from '../core/database/database.ts';
import { country } from '../sites/countries/tables.ts';
import { language } from '../sites/languages/tables.ts';
import type { LegalCheckData } from '../sites/legal/legal-rules.ts';
import {
  legalNotice,
  legalProfile,
  legalProfileTranslation,
  legalVatCountry,
} from '../sites/legal/tables.ts';
import { route } from '../sites/routing/tables.ts';
import { site, siteDeliveryCountry, siteLanguage, siteSetting } from '../sites/sites/tables.ts';

/** Content units whose price is shown per kilogram or per litre: Directive 98/6/EC, art. 2(b). */
const contentUnitsByPriceBasis: Readonly<Record<'kg' | 'litre', readonly string[]>> = {
  kg: ['kg', 'g'],
  litre: ['l', 'ml'],
};

const ODR_LINK_PATTERN = '%ec.europa.eu/consumers/odr%';

/**
 * Lists every text of a site that links to the closed platform for online dispute resolution, with its
 * location.
 */
async function listOdrLinks(handle: Database): Promise<{ siteId: number; place: string }[]> {
  const answer = (await handle.execute(sql`
    with shown as (
      select site_id, 'page ' || p.key as place, concat(t.title, t.meta_description, t.summary, t.blocks) as text
        from site_content_page s join content_page p using (content_page_id) join content_page_translation t using (content_page_id)
      union all
      select s.site_id, 'product ' || p.key, concat(t.claim, t.body, t.benefits, t.directions)
        from site_product s join product p using (product_id) join product_translation t using (product_id)
      union all
      select s.site_id, 'category ' || c.key, concat(t.intro, t.meta_description)
        from site_category s join category c using (category_id) join category_translation t using (category_id)
      union all
      select site_id, 'customer service', concat(customer_service_text_bottom) from site_language
      union all
      select n.site_id, 'notification', t.text from notification n join notification_translation t using (notification_id)
      union all
      select u.site_id, 'selling point', t.text from usp_collection u join usp_text t using (collection_id)
      union all
      select site_id, 'safety words', concat(safety) from legal_profile_translation
    )
    select distinct site_id, place from shown where text ilike ${ODR_LINK_PATTERN} order by site_id, place`)) as {
    readonly rows: readonly { readonly site_id: number; readonly place: string }[];
  };
  return answer.rows.map(({ site_id, place }) => ({ siteId: site_id, place }));
}

/** Returns the pages of sites by language that have an address, as 'siteId contentPageId languageId'. */
async function listRoutedPageKeys(handle: Database): Promise<ReadonlySet<string>> {
  const rows = await handle
    .select({ siteId: route.siteId, contentPageId: route.contentPageId, languageId: route.languageId })
    .from(route)
    .where(and(isNotNull(route.contentPageId), route.isCanonical));
  return new Set(rows.map((row) => `${row.siteId} ${row.contentPageId} ${row.languageId}`));
}

/** Reads the data that `check:legal` checks, for every open site, in the order of their ids. */
export async function readLegalCheckData(handle: Database): Promise<LegalCheckData[]> {
  const sites = await handle
    .select()
    .from(site)
    .innerJoin(siteSetting, eq(siteSetting.siteId, site.siteId))
    .innerJoin(country, eq(country.countryId, site.countryId))
    .leftJoin(legalProfile, eq(legalProfile.siteId, site.siteId))
    .where(and(isNull(site.retiredAt), ne(site.type, CORPORATE)))
    .orderBy(asc(site.siteId));
  const noticeNames = handle.select({ fileName: legalNotice.fileName }).from(legalNotice).as('notice_names');
  const languages = await handle
    .select()
    .from(siteLanguage)
    .innerJoin(language, eq(language.languageId, siteLanguage.languageId))
    .leftJoin(
      legalProfileTranslation,
      and(
        eq(legalProfileTranslation.siteId, siteLanguage.siteId),
        eq(legalProfileTranslation.languageId, siteLanguage.languageId),
      ),
    )
    .leftJoin(noticeNames, eq(noticeNames.fileName, legalProfileTranslation.guaranteeNotice))
    .orderBy(asc(siteLanguage.position));
  const deliveries = await handle
    .select({
      siteId: siteDeliveryCountry.siteId,
      countryId: country.countryId,
      regionCode: country.regionCode,
      confirmed: legalVatCountry.countryId,
      vat: country.vat,
    })
    .from(siteDeliveryCountry)
    .innerJoin(country, eq(country.countryId, siteDeliveryCountry.countryId))
    .leftJoin(
      legalVatCountry,
      and(
        eq(legalVatCountry.siteId, siteDeliveryCountry.siteId),
        eq(legalVatCountry.countryId, siteDeliveryCountry.countryId),
      ),
    )
    .orderBy(asc(siteDeliveryCountry.position));
  const otherGoods = await handle
    .selectDistinct({ siteId: siteProduct.siteId })
    .from(siteProduct)
    .innerJoin(product, eq(product.productId, siteProduct.productId))
    .where(
      and(
        inArray(product.productType, [...nonFeedProductTypes]),
        isNull(product.feedType),
        ne(product.vatClass, 'voucher'),
      ),
    );
  const measured = await handle
    .selectDistinct({ siteId: siteProduct.siteId, unit: productVariant.contentUnit })
    .from(siteProduct)
    .innerJoin(productVariant, eq(productVariant.productId, siteProduct.productId))
    .where(eq(productVariant.isListed, true));
  const [imprint] = await handle
    .select({ contentPageId: contentPage.contentPageId })
    .from(contentPage)
    .where(eq(contentPage.key, 'imprint'));
  const pages = await listRoutedPageKeys(handle);
  const odrLinks = await listOdrLinks(handle);
  return sites.map((row): LegalCheckData => {
    const { siteId } = row.site;
    const foreignDeliveries = deliveries.filter(
      (to) => to.siteId === siteId && to.countryId !== row.site.countryId,
    );
    return {
      key: row.site.key,
      regionCode: row.country.regionCode,
      phone: row.site.customerServicePhone,
      emailAddress: row.site.customerServiceEmailAddress,
      unitPriceBases: row.site_setting.unitPriceBases,
      requiredUnitPriceBases: (['kg', 'litre'] as const).filter((basis) =>
        measured.some(
          (goods) => goods.siteId === siteId && contentUnitsByPriceBasis[basis].includes(goods.unit),
        ),
      ),
      legalEntity: row.site_setting.legalEntity,
      profile: row.legal_profile ?? undefined,
      languages: languages
        .filter((entry) => entry.site_language.siteId === siteId)
        .flatMap((entry) => {
          const { languageId } = entry.language;
          const code = resolveLocale(entry.language.code);
          if (code === null) return [];
          const has = (contentPageId: number | undefined) =>
            pages.has(`${siteId} ${contentPageId} ${languageId}`);
          return [
            {
              code,
              texts: entry.legal_profile_translation ?? undefined,
              hasGuaranteeNotice: entry.notice_names !== null,
              hasImprint: has(imprint?.contentPageId),
              hasReviewStatement: has(row.legal_profile?.reviewStatementPageId),
            },
          ];
        }),
      sellsOtherGoods: otherGoods.some((other) => other.siteId === siteId),
      unconfirmedCountries: foreignDeliveries
        .filter((to) => to.confirmed === null)
        .map(({ regionCode }) => regionCode),
      unratedCountries: foreignDeliveries.filter((to) => to.vat === null).map(({ regionCode }) => regionCode),
      odrLinks: odrLinks.filter((link) => link.siteId === siteId).map(({ place }) => place),
    };
  });
}
