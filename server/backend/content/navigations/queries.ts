import { and, asc, eq, or, sql } from 'drizzle-orm';
import type { Database } from '../../core/database/database.ts';
import { canonicalRoutes } from '../../sites/routing/views.ts';
import { contentPageFacets, contentPages, createPublishedCondition } from '../content/views.ts';
import { navigation, navigationItem, navigationItemTranslation } from './tables.ts';

export type NavigationRow = Pick<typeof navigationItem.$inferSelect, 'key' | 'parentKey' | 'scene'> & {
  readonly title: string;
  /** Null if the site does not have the target of the entry. */
  readonly path: string | null;
  readonly isCategory: boolean;
  /** Facet by which a landing page selects its products; null for all other pages. */
  readonly facet: string | null;
};

/**
 * Lists the entries of a menu in display order, both levels, without unpublished articles; undefined if the
 * site has no such menu.
 */
export async function listNavigationItems(
  handle: Database,
  {
    siteId,
    languageId,
    navigationId,
    now,
  }: {
    readonly siteId: number;
    readonly languageId: number;
    readonly navigationId: number;
    readonly now: Date;
  },
): Promise<NavigationRow[] | undefined> {
  const [menu] = await handle
    .select()
    .from(navigation)
    .where(and(eq(navigation.navigationId, navigationId), eq(navigation.siteId, siteId)));
  if (!menu) return undefined;
  return await handle
    .select({
      key: navigationItem.key,
      parentKey: navigationItem.parentKey,
      scene: navigationItem.scene,
      title: navigationItemTranslation.title,
      path: sql<string | null>`coalesce(${navigationItem.path}, ${canonicalRoutes.path})`,
      isCategory: sql<boolean>`${navigationItem.categoryId} is not null`,
      facet: sql<string | null>`(
            select min(${contentPageFacets.facet}) from ${contentPageFacets}
            where ${contentPageFacets.contentPageId} = ${navigationItem.contentPageId}
          )`,
    })
    .from(navigationItem)
    .innerJoin(
      navigationItemTranslation,
      and(
        eq(navigationItemTranslation.navigationId, navigationItem.navigationId),
        eq(navigationItemTranslation.key, navigationItem.key),
        eq(navigationItemTranslation.languageId, languageId),
      ),
    )
    .leftJoin(
      canonicalRoutes,
      and(
        or(
          eq(canonicalRoutes.categoryId, navigationItem.categoryId),
          eq(canonicalRoutes.contentPageId, navigationItem.contentPageId),
        ),
        eq(canonicalRoutes.siteId, siteId),
        eq(canonicalRoutes.languageId, languageId),
      ),
    )
    .leftJoin(contentPages, eq(contentPages.contentPageId, navigationItem.contentPageId))
    .where(and(eq(navigationItem.navigationId, navigationId), createPublishedCondition(now, contentPages)))
    .orderBy(asc(navigationItem.position), asc(navigationItem.key));
}
