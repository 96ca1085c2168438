import { isNotNull, or } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { route } from '../modules/routing/tables.ts';
import type { HostOfFiles, RouteRow } from './shop-routes.ts';

/** An address that the shop has, with what it leads to. */
export type OldRoute = Pick<
  RouteRow,
  'siteId' | 'languageId' | 'path' | 'contentPageId' | 'categoryId' | 'productVariantId'
>;

/** The addresses of pages and categories, with those that lead on to them. */
export function readOldRoutes(database: Database): Promise<OldRoute[]> {
  const { siteId, languageId, path, contentPageId, categoryId, productVariantId } = route;
  return database
    .select({ siteId, languageId, path, contentPageId, categoryId, productVariantId })
    .from(route)
    .where(or(isNotNull(contentPageId), isNotNull(categoryId)));
}

const nameTarget = ({ contentPageId, categoryId, productVariantId }: OldRoute): string =>
  `${contentPageId} ${categoryId} ${productVariantId}`;

/** Addresses of a host whose targets are still there, under whichever address. */
export function listLeadingOn(
  oldRoutes: readonly OldRoute[],
  { site, languageId }: HostOfFiles,
  routes: readonly RouteRow[],
): Set<string> {
  const targets = new Set(routes.map(nameTarget));
  return new Set(
    oldRoutes
      .filter(
        (old) => old.siteId === site.siteId && old.languageId === languageId && targets.has(nameTarget(old)),
      )
      .map(({ path }) => path),
  );
}
