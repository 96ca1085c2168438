import { ApiError } from '../../../shared/api/api-error.ts';
import { createSearchRequest, type SearchScope } from '../../../shared/api/create-search-request.ts';
import type { ProductSearchAnswer } from '../../../shared/contract/products.ts';
import type { ListQuery } from '../../../shared/rules/list-query.ts';
import type { LoadContext } from '../../load-context.ts';

/**
 * One page of a list, as its URL asks for it.
 *
 * @throws ApiError 404 past the end, for an order that the list has not, and for a facet's value that does not exist
 */
export async function searchList(
  { api, critical }: Pick<LoadContext, 'api' | 'critical'>,
  list: ListQuery,
  scope: SearchScope,
): Promise<ProductSearchAnswer> {
  const search = await api
    .searchProducts({ body: createSearchRequest(list, scope) }, critical)
    .catch((error: unknown) => {
      // What the API finds wrong with the question is an address that does not exist.
      throw error instanceof ApiError && error.status === 400
        ? new ApiError('status', { status: 404, cause: error })
        : error;
    });
  const isPastTheEnd = list.page > 1 && search.items.length === 0;
  if (isPastTheEnd || !search.sortOptions.includes(list.sort)) throw new ApiError('status', { status: 404 });
  return search;
}
