import type { Api } from '../../shared/api/client.ts';
import type { PageData } from '../store/page-state.ts';
import type { CategoryPath } from './impressions.ts';

/** Cached URLs of categories by id, for the whole visit. */
const categoryUrlPromises = new Map<number, Promise<string>>();

const emptyCategoryPath: CategoryPath = { category: null, productGroup: null };

function toCategoryPath(url: string): CategoryPath {
  const segments = new URL(url, window.location.href).pathname.split('/').filter(Boolean);
  return { category: segments.at(-1) ?? null, productGroup: segments[0] ?? null };
}

/**
 * Creates a function that finds the path of a category. Cards contain only the category id, because its name
 * would be repeated for two dozen products. Known categories are read from the page; unknown ones are
 * requested once per visit.
 */
export function createCategoryFinder(
  api: Pick<Api, 'resolveUrl'>,
  data: PageData,
): (categoryId: number) => Promise<CategoryPath> {
  const category = data.kind === 'category' ? data.search.category : null;
  for (const known of category ? [category, ...category.children] : [])
    categoryUrlPromises.set(known.categoryId, Promise.resolve(known.url));
  return async (categoryId) => {
    const address =
      categoryUrlPromises.get(categoryId) ??
      api.resolveUrl({ body: { kind: 'productSearch', categoryId } }).then(({ url }) => url);
    categoryUrlPromises.set(categoryId, address);
    try {
      return toCategoryPath(await address);
    } catch {
      categoryUrlPromises.delete(categoryId);
      return emptyCategoryPath;
    }
  };
}
