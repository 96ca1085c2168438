import { and, asc, eq, getTableColumns, gt, inArray, sql } from 'drizzle-orm';
import type { PgSelect } from 'drizzle-orm/pg-core';
import { createPublishedCondition } from '../../content/content/queries.ts';
import { contentPage, contentPageProduct, contentPageTranslation } from '../../content/content/tables.ts';
import type { ListPagesShowingEntry } from '../../content/content-editing/queries.ts';
import type { Database } from '../../core/database/database.ts';
import { language } from '../../sites/languages/tables.ts';
import type { PageCount, PageRow, PageScope, RouteTargetDetails } from '../../sites/routed-pages.ts';
import {
  createSitePageCondition,
  type RouteRow,
  type RouteTarget,
  toRedirect,
} from '../../sites/routing/queries.ts';
import { type RouteKind, route } from '../../sites/routing/tables.ts';
import { site } from '../../sites/sites/tables.ts';
import { category, categoryTranslation } from '../categories/tables.ts';
import { price } from '../prices/tables.ts';
import {
  product,
  productTranslation,
  productVariant,
  siteProduct,
  variantPicture,
} from '../products/tables.ts';

/** When the texts of a page last changed; needs `joinTargetTexts`. */
const textsModifiedAtSql = sql`coalesce(${contentPageTranslation.modifiedAt}, ${categoryTranslation.modifiedAt}, ${productTranslation.modifiedAt})`;

/** Joins the texts of the target of a route. */
function joinTargetTexts<T extends PgSelect>(query: T) {
  return query
    .leftJoin(
      contentPageTranslation,
      and(
        eq(contentPageTranslation.contentPageId, route.contentPageId),
        eq(contentPageTranslation.languageId, route.languageId),
      ),
    )
    .leftJoin(
      categoryTranslation,
      and(
        eq(categoryTranslation.categoryId, route.categoryId),
        eq(categoryTranslation.languageId, route.languageId),
      ),
    )
    .leftJoin(productVariant, eq(productVariant.productVariantId, route.productVariantId))
    .leftJoin(
      productTranslation,
      and(
        eq(productTranslation.productId, productVariant.productId),
        eq(productTranslation.languageId, route.languageId),
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
  const isAt = (at: string) =>
    and(eq(route.siteId, siteId), eq(route.languageId, languageId), eq(route.path, at));
  const [row] = await handle.select().from(route).where(isAt(path));
  if (row) return row;
  const [, productPath, articleNumber] = /^(\/[^/]+\/)([^/]+)\/$/.exec(path) ?? [];
  if (productPath === undefined || articleNumber === undefined) return undefined;
  const [product] = await handle
    .select(getTableColumns(route))
    .from(route)
    .innerJoin(productVariant, eq(productVariant.productVariantId, route.productVariantId))
    .where(and(isAt(productPath), eq(sql`lower(${productVariant.articleNumber})`, articleNumber)));
  return product && toRedirect(product, path);
}

/**
 * Returns the title of a target in a language, and its product; undefined if it has no text in the language.
 */
export async function findRouteTargetDetails(
  handle: Database,
  target: RouteTarget,
  languageId: number,
): Promise<RouteTargetDetails | undefined> {
  if (target.contentPageId !== null) {
    const [row] = await handle
      .select({ title: contentPageTranslation.title })
      .from(contentPageTranslation)
      .where(
        and(
          eq(contentPageTranslation.contentPageId, target.contentPageId),
          eq(contentPageTranslation.languageId, languageId),
        ),
      );
    return row && { ...row, productId: null };
  }
  if (target.categoryId !== null) {
    const [row] = await handle
      .select({ title: categoryTranslation.name })
      .from(categoryTranslation)
      .where(
        and(
          eq(categoryTranslation.categoryId, target.categoryId),
          eq(categoryTranslation.languageId, languageId),
        ),
      );
    return row && { ...row, productId: null };
  }
  const [row] = await handle
    .select({ title: productTranslation.name, productId: productVariant.productId })
    .from(productVariant)
    .innerJoin(productTranslation, eq(productTranslation.productId, productVariant.productId))
    .where(
      and(
        eq(productVariant.productVariantId, target.productVariantId ?? 0),
        eq(productTranslation.languageId, languageId),
      ),
    );
  return row;
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
        kind: route.kind,
        count: sql<number>`count(*)::int`.mapWith(Number),
        modifiedAt: sql<Date>`max(${textsModifiedAtSql})`.mapWith(productTranslation.modifiedAt),
      })
      .from(route)
      .$dynamic(),
  )
    .leftJoin(contentPage, eq(contentPage.contentPageId, route.contentPageId))
    .where(and(createSitePageCondition(siteId, languageId), createPublishedCondition(now)))
    .groupBy(route.kind);
}

/** Lists the published canonical routes of some kinds by path, from an offset on. */
export async function listPages(
  handle: Database,
  { siteId, languageId, brand, now }: PageScope,
  {
    kinds,
    limit,
    offset,
  }: { readonly kinds: readonly RouteKind[]; readonly limit: number; readonly offset: number },
): Promise<PageRow[]> {
  return await joinTargetTexts(
    handle
      .select({
        path: route.path,
        contentPageId: route.contentPageId,
        categoryId: route.categoryId,
        productVariantId: route.productVariantId,
        modifiedAt: sql<Date>`greatest(${textsModifiedAtSql}, (
            select max(${price.validFrom}) from ${price}
            where ${price.productVariantId} = ${route.productVariantId}
              and ${price.siteId} = ${siteId} and ${price.validFrom} <= ${now.toISOString()}
          ))`.mapWith(productTranslation.modifiedAt),
        pictureHash: variantPicture.hash,
        scene: contentPage.scene,
      })
      .from(route)
      .$dynamic(),
  )
    .leftJoin(contentPage, eq(contentPage.contentPageId, route.contentPageId))
    .leftJoin(
      variantPicture,
      and(
        eq(variantPicture.productVariantId, route.productVariantId),
        eq(variantPicture.languageId, route.languageId),
        eq(variantPicture.brand, brand),
      ),
    )
    .where(
      and(
        createSitePageCondition(siteId, languageId),
        createPublishedCondition(now),
        inArray(route.kind, [...kinds]),
      ),
    )
    .orderBy(route.path)
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
    .select({ productId: contentPageProduct.productId })
    .from(contentPageProduct)
    .innerJoin(
      siteProduct,
      and(eq(siteProduct.productId, contentPageProduct.productId), eq(siteProduct.siteId, siteId)),
    )
    .where(eq(contentPageProduct.contentPageId, contentPageId))
    .orderBy(asc(contentPageProduct.position))
    .limit(4);
  return rows.map((row) => row.productId);
}

/**
 * Lists the pages that show a text, one for each site that has it in its language: the text's own page,
 * otherwise the site's first page.
 */
export const listPagesShowingEntry: ListPagesShowingEntry = (handle, name) => {
  const { kind, key, language: code } = name;
  const conditionByType = {
    page: eq(contentPage.key, key),
    article: eq(contentPage.key, key),
    landing: eq(contentPage.key, key),
    groupPage: eq(contentPage.key, 'group-home'),
    category: eq(category.key, key),
    product: and(eq(product.key, key), eq(route.omitArticleCode, true)),
  };
  const own = Object.hasOwn(conditionByType, kind)
    ? conditionByType[kind as keyof typeof conditionByType]
    : undefined;
  const isGroup = kind === 'groupPromises' || kind === 'groupNotice';
  return handle
    .select({
      siteId: site.siteId,
      siteName: site.name,
      languageId: route.languageId,
      path: route.path,
    })
    .from(route)
    .innerJoin(site, eq(site.siteId, route.siteId))
    .innerJoin(language, eq(language.languageId, route.languageId))
    .leftJoin(contentPage, eq(contentPage.contentPageId, route.contentPageId))
    .leftJoin(category, eq(category.categoryId, route.categoryId))
    .leftJoin(productVariant, eq(productVariant.productVariantId, route.productVariantId))
    .leftJoin(product, eq(product.productId, productVariant.productId))
    .where(
      and(
        sql`${route.isCanonical} and ${site.retiredAt} is null`,
        eq(language.code, code),
        own ?? and(eq(route.path, '/'), isGroup ? eq(site.type, 2) : gt(sql`2`, site.type)),
      ),
    )
    .orderBy(asc(site.siteId));
};
