import { ApiError } from '../../../shared/api/api-error.ts';
import type { RouteAnswer } from '../../../shared/contract/routing.ts';
import { createListQuery } from '../../../shared/rules/list-query.ts';
import { defaultListSorts } from '../../features/catalogue/default-sorts.ts';
import { searchProductList } from '../../features/catalogue/search-product-list.ts';
import type { LoadContext, LoadResult } from '../../load-context.ts';
import { toProductList } from '../../store/listed-product.ts';
import type { CategoryData } from './page.ts';

export type CategoryLink = Extract<RouteAnswer, { kind: 'productSearch' }>;

/**
 * Loads one page of a category or a landing page.
 *
 * @throws ApiError 404 if the page number does not exist
 */
export async function loadCategory(
  context: LoadContext,
  route: CategoryLink,
): Promise<LoadResult<CategoryData>> {
  const defaultSort = route.parameters.sort ?? defaultListSorts.category;
  const scope =
    route.searchType === 'landingpage'
      ? { landingpageId: route.landingpageId }
      : { categoryId: route.categoryId };
  const found = await searchProductList(context, scope, { defaultSort });
  if ('redirect' in found) return found;
  const { list, search } = found;
  const place = search.category ?? search.landingPage;
  if (!place) throw new ApiError('status', { status: 404 });
  const { t } = context.shop;
  // Lists with another sort order, page size or filter show the same products. Their canonical URL is the
  // plain first page.
  const isPlain = createListQuery({ ...list, page: 1 }, { defaultSort }) === '';
  const canonicalQuery = isPlain ? createListQuery(list, { defaultSort }) : '';
  // A combination of filters without results is shown to visitors but not indexed.
  const isEmptyFilterResult = list.filters.length > 0 && search.total === 0;
  return {
    status: 200,
    head: {
      title: list.page === 1 ? place.title : t('list.titleWithPage', { title: place.title, page: list.page }),
      description: list.page === 1 ? place.metaDescription : null,
      canonicalPath: isEmptyFilterResult ? null : context.pathname + canonicalQuery,
      alternates: route.alternates,
      isIndexable: !isEmptyFilterResult,
    },
    data: {
      kind: 'category',
      search: toProductList(search),
      filters: list.filters,
      scope,
      ...(route.parameters.sort && { defaultSort }),
    },
  };
}
