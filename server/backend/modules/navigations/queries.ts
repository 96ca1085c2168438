import { and, asc, eq, or, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { isPublishedAt } from '../content/queries.ts';
import { contentPage, contentPageScope } from '../content/tables.ts';
import { route } from '../routing/tables.ts';
import { navigation, navigationItem, navigationItemTranslation } from './tables.ts';

export type NavigationRow = Pick<typeof navigationItem.$inferSelect, 'key' | 'parentKey' | 'scene'> & {
  readonly title: string;
  /** Null where the entry leads to something that the site does not have. */
  readonly path: string | null;
  readonly isCategory: boolean;
  /** By which facet a landing page chooses its products; null for every other page. */
  readonly facet: string | null;
};

/** Entries of a menu in their order, both levels, without articles whose day has not come; undefined where the site has no such menu. */
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
      path: sql<string | null>`coalesce(${navigationItem.path}, ${route.path})`,
      isCategory: sql<boolean>`${navigationItem.categoryId} is not null`,
      facet: sql<string | null>`(
            select min(${contentPageScope.facet}) from ${contentPageScope}
            where ${contentPageScope.contentPageId} = ${navigationItem.contentPageId}
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
      route,
      and(
        or(
          eq(route.categoryId, navigationItem.categoryId),
          eq(route.contentPageId, navigationItem.contentPageId),
        ),
        eq(route.siteId, siteId),
        eq(route.languageId, languageId),
        sql`${route.isCanonical}`,
      ),
    )
    .leftJoin(contentPage, eq(contentPage.contentPageId, navigationItem.contentPageId))
    .where(and(eq(navigationItem.navigationId, navigationId), isPublishedAt(now)))
    .orderBy(asc(navigationItem.position), asc(navigationItem.key));
}
