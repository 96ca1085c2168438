import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../core/database/database.ts';
import { route } from '../../sites/routing/tables.ts';
import { category, categoryTranslation, siteCategory } from './tables.ts';

export interface CategoryRow {
  readonly categoryId: number;
  readonly parentId: number | null;
  readonly key: string;
  readonly name: string;
  readonly intro: string;
  readonly metaDescription: string;
  readonly path: string;
}

/** Lists every category of a site in display order: a few dozen rows. */
export function listCategories(handle: Database, siteId: number, languageId: number): Promise<CategoryRow[]> {
  return handle
    .select({
      categoryId: category.categoryId,
      parentId: category.parentId,
      key: category.key,
      name: categoryTranslation.name,
      intro: categoryTranslation.intro,
      metaDescription: categoryTranslation.metaDescription,
      path: route.path,
    })
    .from(category)
    .innerJoin(
      siteCategory,
      and(eq(siteCategory.categoryId, category.categoryId), eq(siteCategory.siteId, siteId)),
    )
    .innerJoin(
      categoryTranslation,
      and(
        eq(categoryTranslation.categoryId, category.categoryId),
        eq(categoryTranslation.languageId, languageId),
      ),
    )
    .innerJoin(
      route,
      and(
        eq(route.categoryId, category.categoryId),
        eq(route.siteId, siteId),
        eq(route.languageId, languageId),
        sql`${route.isCanonical}`,
      ),
    )
    .orderBy(asc(category.position));
}
