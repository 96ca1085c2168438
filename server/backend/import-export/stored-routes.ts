import { isNotNull, or, sql } from 'drizzle-orm';
import type { Database } from '../core/database/database.ts';
import type { SiteLanguageHost } from '../shop-store/shop-routes.ts';
import type { RouteRow } from '../sites/routing/queries.ts';
import { route } from '../sites/routing/tables.ts';

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

const getTargetKey = ({ contentPageId, categoryId, productVariantId }: StoredRoute): string =>
  `${contentPageId} ${categoryId} ${productVariantId}`;

/** Lists the addresses of a host whose targets still exist, at any address. */
export function listRedirectedPaths(
  storedRoutes: readonly StoredRoute[],
  { site, languageId }: SiteLanguageHost,
  routes: readonly RouteRow[],
): Set<string> {
  const targets = new Set(routes.map(getTargetKey));
  return new Set(
    storedRoutes
      .filter(
        (old) =>
          old.siteId === site.siteId && old.languageId === languageId && targets.has(getTargetKey(old)),
      )
      .map(({ path }) => path),
  );
}
