import { and, desc, eq, getTableColumns, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { PgSelect } from 'drizzle-orm/pg-core';
import type { SceneName } from '../../../../shared/contract/primitives.ts';
import type { Brand } from '../../../../shared/rules/brand-name.ts';
import { categoryTranslation } from '../../catalogue/categories/tables.ts';
import { price } from '../../catalogue/prices/tables.ts';
import { productTranslation, productVariant, variantPicture } from '../../catalogue/products/tables.ts';
import { createPublishedCondition } from '../../content/content/queries.ts';
import { contentPage, contentPageTranslation } from '../../content/content/tables.ts';
import type { Database } from '../../core/database/database.ts';
import { type RouteKind, route } from './tables.ts';

export type RouteRow = typeof route.$inferSelect;
/** The target of a route: exactly one of the three ids. */
export type RouteTarget = Pick<RouteRow, 'contentPageId' | 'categoryId' | 'productVariantId'>;
export const noTarget: RouteTarget = { contentPageId: null, categoryId: null, productVariantId: null };
/** The location of a page on one (site, language). */
export interface PageLocation {
  readonly siteId: number;
  readonly languageId: number;
  readonly path: string;
}

export interface PageCount {
  readonly kind: RouteKind;
  readonly count: number;
  readonly modifiedAt: Date;
}

export interface PageScope {
  readonly siteId: number;
  readonly languageId: number;
  /** Brand printed on the packs. */
  readonly brand: Brand;
  readonly now: Date;
}

/** A page with its data for sitemaps. */
export interface PageRow extends RouteTarget {
  readonly path: string;
  readonly modifiedAt: Date;
  readonly pictureHash: string | null;
  readonly scene: SceneName | null;
}

function createTargetCondition(target: RouteTarget) {
  if (target.contentPageId !== null) return eq(route.contentPageId, target.contentPageId);
  if (target.categoryId !== null) return eq(route.categoryId, target.categoryId);
  return eq(route.productVariantId, target.productVariantId ?? 0);
}

const createSitePageCondition = (siteId: number, languageId: number) =>
  and(eq(route.siteId, siteId), eq(route.languageId, languageId), sql`${route.isCanonical}`);

/** When the texts of a page last changed; needs `withTexts`. */
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

/** Returns the redirect from another path to the target of a route. */
export const toRedirect = (row: RouteRow, path: string): RouteRow => ({
  ...row,
  path,
  kind: 'redirect',
  isCanonical: false,
  redirectTo: row.redirectTo ?? row.path,
  isPermanent: row.kind === 'redirect' ? row.isPermanent : true,
});

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

/** Returns the canonical route of a target on a (site, language). */
export async function findCanonicalRoute(
  handle: Database,
  target: RouteTarget,
  siteId: number,
  languageId: number,
): Promise<RouteRow | undefined> {
  const [row] = await handle
    .select()
    .from(route)
    .where(
      and(
        createTargetCondition(target),
        eq(route.siteId, siteId),
        eq(route.languageId, languageId),
        // The same condition as in the partial index, so that the index is used.
        sql`${route.isCanonical}`,
      ),
    );
  return row;
}

/** Returns the newest news item with a slug. */
export async function findNewsBySlug(
  handle: Database,
  siteId: number,
  languageId: number,
  slug: string,
): Promise<RouteRow | undefined> {
  const [row] = await handle
    .select()
    .from(route)
    .where(
      and(
        createSitePageCondition(siteId, languageId),
        eq(route.kind, 'newsItem'),
        eq(sql`split_part(${route.path}, '/', 4)`, slug),
      ),
    )
    .orderBy(desc(route.contentPageId))
    .limit(1);
  return row;
}

/**
 * Returns whether a content page is published at a given time: its publication date (UTC), if it has one, has
 * passed.
 */
export async function isPublished(handle: Database, contentPageId: number, now: Date): Promise<boolean> {
  const rows = await handle
    .select({ contentPageId: contentPage.contentPageId })
    .from(contentPage)
    .where(and(eq(contentPage.contentPageId, contentPageId), createPublishedCondition(now)));
  return rows.length > 0;
}

/** Lists the canonical locations of a target on all sites. */
export async function listPageLocations(handle: Database, target: RouteTarget): Promise<PageLocation[]> {
  return handle
    .select({ siteId: route.siteId, languageId: route.languageId, path: route.path })
    .from(route)
    .where(and(createTargetCondition(target), sql`${route.isCanonical}`))
    .orderBy(route.siteId, route.languageId);
}

/** The data of a route's target for the response. */
export interface RouteTargetDetails {
  readonly title: string;
  /** Null if it is not a product. */
  readonly productId: number | null;
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

/** Lists the locations of the targets of some pages on all sites. */
export async function listLocationsOfPages(
  handle: Database,
  pages: readonly RouteTarget[],
): Promise<(PageLocation & RouteTarget)[]> {
  const list = async (condition: SQL, ids: readonly (number | null)[]) =>
    ids.every((id) => id === null)
      ? []
      : await handle
          .select({
            siteId: route.siteId,
            languageId: route.languageId,
            path: route.path,
            contentPageId: route.contentPageId,
            categoryId: route.categoryId,
            productVariantId: route.productVariantId,
          })
          .from(route)
          .where(and(condition, sql`${route.isCanonical}`))
          .orderBy(route.siteId, route.languageId);
  const getIds = (name: keyof RouteTarget) =>
    pages.map((page) => page[name]).filter((id): id is number => id !== null);
  const [contents, categories, variants] = [
    getIds('contentPageId'),
    getIds('categoryId'),
    getIds('productVariantId'),
  ];
  const locations = await Promise.all([
    list(inArray(route.contentPageId, contents), contents),
    list(inArray(route.categoryId, categories), categories),
    list(inArray(route.productVariantId, variants), variants),
  ]);
  return locations.flat();
}

/** Lists one location for every (site, language) that has news at a given time. */
export async function listNewsLocations(handle: Database, now: Date): Promise<Omit<PageLocation, 'path'>[]> {
  return handle
    .selectDistinct({ siteId: route.siteId, languageId: route.languageId })
    .from(route)
    .innerJoin(contentPage, eq(contentPage.contentPageId, route.contentPageId))
    .where(and(eq(route.kind, 'newsItem'), sql`${route.isCanonical}`, createPublishedCondition(now)))
    .orderBy(route.siteId, route.languageId);
}

/** Present address of the shop with its target. */
export type StoredRoute = Pick<
  RouteRow,
  'siteId' | 'languageId' | 'path' | 'contentPageId' | 'categoryId' | 'productVariantId'
>;

/** Reads the addresses of pages and categories, including redirects. */
export async function readStoredRoutes(database: Database): Promise<StoredRoute[]> {
  const { siteId, languageId, path, contentPageId, categoryId } = route;
  // Reads a row per host. Reading a row per address takes a driver several times as long.
  const hosts = await database
    .select({
      siteId,
      languageId,
      routes: sql<
        [string, number | null, number | null][]
      >`json_agg(json_build_array(${path}, ${contentPageId}, ${categoryId}))`,
    })
    .from(route)
    .where(or(isNotNull(contentPageId), isNotNull(categoryId)))
    .groupBy(siteId, languageId);
  return hosts.flatMap(({ routes, ...host }) =>
    routes.map(([address, page, category]) => ({
      ...host,
      path: address,
      contentPageId: page,
      categoryId: category,
      productVariantId: null,
    })),
  );
}
