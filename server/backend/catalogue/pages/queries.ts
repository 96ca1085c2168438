import { and, asc, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgSelect } from 'drizzle-orm/pg-core';
import { findContentPageId, findContentPageTitle } from '../../content/content/queries.ts';
import {
  contentPageProducts,
  contentPages,
  contentPageTitles,
  createPublishedCondition,
} from '../../content/content/views.ts';
import type { ListPagesShowingEntry } from '../../content/content-editing/queries.ts';
import type { Database } from '../../core/database/database.ts';
import { languages } from '../../sites/languages/views.ts';
import type { PageCount, PageRow, PageScope, RouteTargetDetails } from '../../sites/routed-pages.ts';
import { findStoredRoute, type RouteRow, type RouteTarget, toRedirect } from '../../sites/routing/queries.ts';
import { canonicalRoutes } from '../../sites/routing/views.ts';
import { sites } from '../../sites/sites/views.ts';
import { findCategoryId, findCategoryName } from '../categories/queries.ts';
import { categoryNames } from '../categories/views.ts';
import { priceStarts } from '../prices/views.ts';
import { findDefaultVariantId, listArticleNumbers, listVariantNames } from '../products/queries.ts';
import { productNames, soldProducts, variantPictures, variants } from '../products/views.ts';

/** When the texts of a page last changed; needs `joinTargetTexts`. */
const textsModifiedAtSql = sql`coalesce(${contentPageTitles.modifiedAt}, ${categoryNames.modifiedAt}, ${productNames.modifiedAt})`;

/** Joins the texts of the target of a route. */
function joinTargetTexts<T extends PgSelect>(query: T) {
  return query
    .leftJoin(
      contentPageTitles,
      and(
        eq(contentPageTitles.contentPageId, canonicalRoutes.contentPageId),
        eq(contentPageTitles.languageId, canonicalRoutes.languageId),
      ),
    )
    .leftJoin(
      categoryNames,
      and(
        eq(categoryNames.categoryId, canonicalRoutes.categoryId),
        eq(categoryNames.languageId, canonicalRoutes.languageId),
      ),
    )
    .leftJoin(variants, eq(variants.productVariantId, canonicalRoutes.productVariantId))
    .leftJoin(
      productNames,
      and(
        eq(productNames.productId, variants.productId),
        eq(productNames.languageId, canonicalRoutes.languageId),
      ),
    );
}

/**
 * Returns the route of a path. The path of a product's default variant with its article number
 * (`/slug/1010111/`) has no row: it redirects to `/slug/` or its current path.
 */
export async function findRouteByPath(
  handle: Database,
  siteId: number,
  languageId: number,
  path: string,
): Promise<RouteRow | undefined> {
  const row = await findStoredRoute(handle, { siteId, languageId, path });
  if (row) return row;
  const [, productPath, articleNumber] = /^(\/[^/]+\/)([^/]+)\/$/.exec(path) ?? [];
  if (productPath === undefined || articleNumber === undefined) return undefined;
  const product = await findStoredRoute(handle, { siteId, languageId, path: productPath });
  if (!product || product.productVariantId === null) return undefined;
  const articleNumbers = await listArticleNumbers(handle, [product.productVariantId]);
  const isArticle = articleNumbers.get(product.productVariantId)?.toLowerCase() === articleNumber;
  return isArticle ? toRedirect(product, path) : undefined;
}

/**
 * Returns the title of a target in a language, and its product; undefined if it has no text in the language.
 */
export async function findRouteTargetDetails(
  handle: Database,
  target: RouteTarget,
  languageId: number,
): Promise<RouteTargetDetails | undefined> {
  const { contentPageId, categoryId, productVariantId } = target;
  if (contentPageId !== null || categoryId !== null) {
    const title =
      contentPageId === null
        ? await findCategoryName(handle, categoryId ?? 0, languageId)
        : await findContentPageTitle(handle, contentPageId, languageId);
    return title === undefined ? undefined : { title, productId: null };
  }
  const [variant] = await listVariantNames(handle, languageId, [productVariantId ?? 0]);
  return variant && { title: variant.name, productId: variant.productId };
}

/**
 * Counts the published canonical routes of a (site, language) by kind, with the time of their latest text
 * change.
 */
export async function countPages(
  handle: Database,
  { siteId, languageId, now }: Omit<PageScope, 'brand'>,
): Promise<PageCount[]> {
  return await joinTargetTexts(
    handle
      .select({
        kind: canonicalRoutes.kind,
        count: sql<number>`count(*)::int`.mapWith(Number),
        modifiedAt: sql<Date>`max(${textsModifiedAtSql})`.mapWith(productNames.modifiedAt),
      })
      .from(canonicalRoutes)
      .$dynamic(),
  )
    .leftJoin(contentPages, eq(contentPages.contentPageId, canonicalRoutes.contentPageId))
    .where(
      and(
        eq(canonicalRoutes.siteId, siteId),
        eq(canonicalRoutes.languageId, languageId),
        createPublishedCondition(now, contentPages),
      ),
    )
    .groupBy(canonicalRoutes.kind);
}

/** Lists the published canonical routes of some kinds by path, from an offset on. */
export async function listPages(
  handle: Database,
  { siteId, languageId, brand, now }: PageScope,
  {
    kinds,
    limit,
    offset,
  }: { readonly kinds: readonly RouteRow['kind'][]; readonly limit: number; readonly offset: number },
): Promise<PageRow[]> {
  return await joinTargetTexts(
    handle
      .select({
        path: canonicalRoutes.path,
        contentPageId: canonicalRoutes.contentPageId,
        categoryId: canonicalRoutes.categoryId,
        productVariantId: canonicalRoutes.productVariantId,
        modifiedAt: sql<Date>`greatest(${textsModifiedAtSql}, (
            select max(${priceStarts.validFrom}) from ${priceStarts}
            where ${priceStarts.productVariantId} = ${canonicalRoutes.productVariantId}
              and ${priceStarts.siteId} = ${siteId} and ${priceStarts.validFrom} <= ${now.toISOString()}
          ))`.mapWith(productNames.modifiedAt),
        pictureHash: variantPictures.hash,
        scene: contentPages.scene,
      })
      .from(canonicalRoutes)
      .$dynamic(),
  )
    .leftJoin(contentPages, eq(contentPages.contentPageId, canonicalRoutes.contentPageId))
    .leftJoin(
      variantPictures,
      and(
        eq(variantPictures.productVariantId, canonicalRoutes.productVariantId),
        eq(variantPictures.languageId, canonicalRoutes.languageId),
        eq(variantPictures.brand, brand),
      ),
    )
    .where(
      and(
        eq(canonicalRoutes.siteId, siteId),
        eq(canonicalRoutes.languageId, languageId),
        createPublishedCondition(now, contentPages),
        inArray(canonicalRoutes.kind, [...kinds]),
      ),
    )
    .orderBy(canonicalRoutes.path)
    .limit(limit)
    .offset(offset);
}

/** Lists the ids of the products that a page is about, if the site sells them. */
export async function listRelatedProductIds(
  handle: Database,
  siteId: number,
  contentPageId: number,
): Promise<number[]> {
  const rows = await handle
    .select({ productId: contentPageProducts.productId })
    .from(contentPageProducts)
    .innerJoin(
      soldProducts,
      and(eq(soldProducts.productId, contentPageProducts.productId), eq(soldProducts.siteId, siteId)),
    )
    .where(eq(contentPageProducts.contentPageId, contentPageId))
    .orderBy(asc(contentPageProducts.position))
    .limit(4);
  return rows.map((row) => row.productId);
}

/** Returns the condition for the routes of the own page of a text; undefined if it has none. */
async function createOwnPageCondition(
  handle: Database,
  { kind, key }: Parameters<ListPagesShowingEntry>[1],
): Promise<SQL | undefined> {
  if (kind === 'page' || kind === 'article' || kind === 'landing' || kind === 'groupPage') {
    const contentPageId = await findContentPageId(handle, kind === 'groupPage' ? 'group-home' : key);
    return eq(canonicalRoutes.contentPageId, contentPageId ?? 0);
  }
  if (kind === 'category') {
    return eq(canonicalRoutes.categoryId, (await findCategoryId(handle, key)) ?? 0);
  }
  if (kind !== 'product') return undefined;
  const variant = eq(canonicalRoutes.productVariantId, (await findDefaultVariantId(handle, key)) ?? 0);
  return and(variant, eq(canonicalRoutes.omitArticleCode, true));
}

/**
 * Lists the pages that show a text, one for each site that has it in its language: the text's own page,
 * otherwise the site's first page.
 */
export const listPagesShowingEntry: ListPagesShowingEntry = async (handle, name) => {
  const { kind, language: code } = name;
  const own = await createOwnPageCondition(handle, name);
  const isGroup = kind === 'groupPromises' || kind === 'groupNotice';
  return handle
    .select({
      siteId: sites.siteId,
      siteName: sites.name,
      languageId: canonicalRoutes.languageId,
      path: canonicalRoutes.path,
    })
    .from(canonicalRoutes)
    .innerJoin(sites, eq(sites.siteId, canonicalRoutes.siteId))
    .innerJoin(languages, eq(languages.languageId, canonicalRoutes.languageId))
    .where(
      and(
        isNull(sites.retiredAt),
        eq(languages.code, code),
        own ?? and(eq(canonicalRoutes.path, '/'), isGroup ? eq(sites.type, 2) : gt(sql`2`, sites.type)),
      ),
    )
    .orderBy(asc(sites.siteId));
};
