import { ApiError } from '../../../shared/api/api-error.ts';
import type { RouteAnswer } from '../../../shared/contract/routing.ts';
import { createListQuery, parseListQuery } from '../../../shared/rules/list-query.ts';
import type { LoadContext, LoadResult } from '../../load-context.ts';
import { toProductList } from '../../store/card-product.ts';

/** Order of a category's page that names none. */
export const CATEGORY_SORT = 'popularity';

/**
 * Loads one page of a category or of a landing page.
 *
 * @throws ApiError 404 where the query names a page, size or order that the list has not
 */
export async function loadCategory(
  context: LoadContext,
  route: Extract<RouteAnswer, { kind: 'productSearch' }>,
): Promise<LoadResult> {
  const list = parseListQuery(context.query, CATEGORY_SORT);
  if (!list) throw new ApiError('status', { status: 404 });
  const search = await context.api.searchProducts(
    {
      body: {
        filter: { searchTerm: null, categoryId: route.categoryId, filters: [] },
        pageInfo: {
          page: list.page,
          pageSize: list.pageSize,
          sort: list.sort,
          descending: list.descending,
        },
        landingpageId: null,
        adviceCategoryId: null,
      },
    },
    context.critical,
  );
  const { category } = search;
  const isPastTheEnd = list.page > 1 && search.items.length === 0;
  if (!category || isPastTheEnd || !search.sortOptions.includes(list.sort)) {
    throw new ApiError('status', { status: 404 });
  }
  const { t } = context.shop;
  // A list in another order or size shows the same products, so its one address is the plain first page.
  const isPlain = createListQuery({ ...list, page: 1 }, { defaultSort: CATEGORY_SORT }) === '';
  const canonicalQuery = isPlain ? createListQuery(list, { defaultSort: CATEGORY_SORT }) : '';
  return {
    status: 200,
    head: {
      title:
        list.page === 1
          ? category.title
          : t('list.titleWithPage', { title: category.title, page: list.page }),
      description: list.page === 1 ? category.metaDescription : null,
      canonicalPath: context.pathname + canonicalQuery,
      alternates: route.alternates,
      isIndexable: true,
    },
    data: { kind: 'category', search: toProductList(search) },
  };
}
