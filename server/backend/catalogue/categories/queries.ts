import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '../../core/database/database.ts';
import { canonicalRoutes } from '../../sites/routing/views.ts';
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
      path: canonicalRoutes.path,
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
      canonicalRoutes,
      and(
        eq(canonicalRoutes.categoryId, category.categoryId),
        eq(canonicalRoutes.siteId, siteId),
        eq(canonicalRoutes.languageId, languageId),
      ),
    )
    .orderBy(asc(category.position));
}

/** A category of a site with its name in a language. */
export type CategoryName = Pick<CategoryRow, 'categoryId' | 'parentId' | 'name'>;

/** Lists the names of every category of a site. */
export async function listCategoryNames(
  handle: Database,
  siteId: number,
  languageId: number,
): Promise<CategoryName[]> {
  return handle
    .select({
      categoryId: category.categoryId,
      parentId: category.parentId,
      name: categoryTranslation.name,
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
    );
}

/** Lists the keys of all categories. */
export const listCategoryKeys = (
  handle: Database,
): Promise<{ readonly categoryId: number; readonly key: string }[]> =>
  handle.select({ categoryId: category.categoryId, key: category.key }).from(category);

/** Returns the id of the category with a key; undefined if there is none. */
export async function findCategoryId(handle: Database, key: string): Promise<number | undefined> {
  const [row] = await handle
    .select({ categoryId: category.categoryId })
    .from(category)
    .where(eq(category.key, key));
  return row?.categoryId;
}

/** Returns the name of a category in a language; undefined if it has no text in it. */
export async function findCategoryName(
  handle: Database,
  categoryId: number,
  languageId: number,
): Promise<string | undefined> {
  const [row] = await handle
    .select({ name: categoryTranslation.name })
    .from(categoryTranslation)
    .where(
      and(eq(categoryTranslation.categoryId, categoryId), eq(categoryTranslation.languageId, languageId)),
    );
  return row?.name;
}
