import { and, desc, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../core/database/database.ts';
import { languages } from '../languages/views.ts';
import { route } from './tables.ts';

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

function createTargetCondition(target: RouteTarget) {
  if (target.contentPageId !== null) return eq(route.contentPageId, target.contentPageId);
  if (target.categoryId !== null) return eq(route.categoryId, target.categoryId);
  return eq(route.productVariantId, target.productVariantId ?? 0);
}

/** Returns the condition of the canonical routes of a (site, language). */
const createSitePageCondition = (siteId: number, languageId: number) =>
  and(eq(route.siteId, siteId), eq(route.languageId, languageId), sql`${route.isCanonical}`);

/** Returns the redirect from another path to the target of a route. */
export const toRedirect = (row: RouteRow, path: string): RouteRow => ({
  ...row,
  path,
  kind: 'redirect',
  isCanonical: false,
  redirectTo: row.redirectTo ?? row.path,
  isPermanent: row.kind === 'redirect' ? row.isPermanent : true,
});

/** Returns the page or the redirect at a path; undefined if there is neither. */
export async function findStoredRoute(
  handle: Database,
  { siteId, languageId, path }: PageLocation,
): Promise<RouteRow | undefined> {
  const [row] = await handle
    .select()
    .from(route)
    .where(and(eq(route.siteId, siteId), eq(route.languageId, languageId), eq(route.path, path)));
  return row;
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

/** Lists the canonical locations of a target on all sites. */
export async function listPageLocations(handle: Database, target: RouteTarget): Promise<PageLocation[]> {
  return handle
    .select({ siteId: route.siteId, languageId: route.languageId, path: route.path })
    .from(route)
    .where(and(createTargetCondition(target), sql`${route.isCanonical}`))
    .orderBy(route.siteId, route.languageId);
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

/** Returns the given paths that a site has in a language, including former paths, which redirect. */
export async function listKnownPaths(
  handle: Database,
  scope: { readonly siteId: number; readonly languageId: number },
  paths: readonly string[],
): Promise<Set<string>> {
  if (paths.length === 0) return new Set();
  const rows = await handle
    .select({ path: route.path })
    .from(route)
    .where(
      and(
        eq(route.siteId, scope.siteId),
        eq(route.languageId, scope.languageId),
        inArray(route.path, [...paths]),
      ),
    );
  return new Set(rows.map(({ path }) => path));
}

/** Present address of the shop with its target. */
export type StoredRoute = Pick<
  RouteRow,
  'siteId' | 'languageId' | 'path' | 'contentPageId' | 'categoryId' | 'productVariantId'
>;

/** Reads the addresses of pages and categories, including redirects. */
export async function readStoredRoutes(
  database: Database,
  languageCodes?: ReadonlySet<string>,
): Promise<StoredRoute[]> {
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
    .where(
      and(
        or(isNotNull(contentPageId), isNotNull(categoryId)),
        languageCodes &&
          inArray(
            languageId,
            database
              .select({ id: languages.languageId })
              .from(languages)
              .where(inArray(languages.code, [...languageCodes])),
          ),
      ),
    )
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
