import { and, asc, eq, or, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { contentPageScope } from '../content/tables.ts';
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

export interface NavigationRepository {
  /** Entries in their order, both levels; undefined where the site has no such menu. */
  find(siteId: number, languageId: number, navigationId: number): Promise<NavigationRow[] | undefined>;
}

/** SQL of the menus. */
export function createNavigationRepository(database: Database): NavigationRepository {
  return {
    async find(siteId, languageId, navigationId) {
      const [menu] = await database
        .select()
        .from(navigation)
        .where(and(eq(navigation.navigationId, navigationId), eq(navigation.siteId, siteId)));
      if (!menu) return undefined;
      return await database
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
        .where(eq(navigationItem.navigationId, navigationId))
        .orderBy(asc(navigationItem.position), asc(navigationItem.key));
    },
  };
}
