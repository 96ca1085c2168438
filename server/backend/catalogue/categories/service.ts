import type { Breadcrumb } from '../../../../shared/contract/products.ts';
import type { CategoryRow } from './queries.ts';

/** Returns the category and its ancestors, topmost first. */
export function getBreadcrumbs(categories: readonly CategoryRow[], categoryId: number): Breadcrumb[] {
  const crumbs: Breadcrumb[] = [];
  for (let id: number | null = categoryId; id !== null; ) {
    const row: CategoryRow | undefined = categories.find((candidate) => candidate.categoryId === id);
    if (!row) break;
    crumbs.unshift({ title: row.name, url: encodeURI(row.path) });
    id = row.parentId;
  }
  return crumbs;
}

/** Returns the ids of a category and of all its descendants. */
export function listSubtreeIds(categories: readonly CategoryRow[], categoryId: number): number[] {
  const below = categories.filter(({ parentId }) => parentId === categoryId);
  return [categoryId, ...below.flatMap((child) => listSubtreeIds(categories, child.categoryId))];
}
