import { ApiError } from '../../../shared/api/api-error.ts';
import { createSearchRequest, type SearchScope } from '../../../shared/api/create-search-request.ts';
import type { ProductSearchAnswer } from '../../../shared/contract/products.ts';
import {
  createListQuery,
  type ListQuery,
  type ListSort,
  removeFilter,
} from '../../../shared/rules/list-query.ts';
import { parseListQuery, parseListQueryLeniently } from '../../../shared/rules/parse-list-query.ts';
import { isCampaignParameter } from '../../../shared/rules/redirect-query.ts';
import type { LoadContext } from '../../load-context.ts';

type RedirectResult = { readonly redirect: { readonly status: 303; readonly url: string } };

/** Query of a list's URL and the result of the search. */
export interface ListSearchResult {
  readonly list: ListQuery;
  readonly search: ProductSearchAnswer;
}

/** Returns the query without the filter values that the API does not know. */
function dropRefusedFilters(list: ListQuery, error: ApiError): ListQuery {
  let { filters } = list;
  for (const { field } of error.problems) {
    const [, filterIndex, keyIndex] = /filters\.(\d+)(?:\.selectedKeys\.(\d+))?/.exec(field) ?? [];
    const filter = filterIndex === undefined ? undefined : list.filters[Number(filterIndex)];
    if (!filter) continue;
    const value =
      filter.discriminator === 'multiSelect' && keyIndex !== undefined
        ? filter.selectedKeys[Number(keyIndex)]
        : undefined;
    filters = removeFilter(filters, filter.facetKey, value);
  }
  return { ...list, filters };
}

/**
 * Loads the page of a list that the URL names. Redirects if the list does not have a filter value, so no
 * input in the form leads to a missing page.
 *
 * @param scope category, search term or other subject of the list
 * @param options default sort order of the list
 * @throws ApiError 404 if the page number does not exist
 */
export async function searchProductList(
  { api, critical, query, pathname }: Pick<LoadContext, 'api' | 'critical' | 'query' | 'pathname'>,
  scope: SearchScope,
  { defaultSort }: { readonly defaultSort: ListSort['sort'] },
): Promise<ListSearchResult | RedirectResult> {
  const leadTo = (list: ListQuery): RedirectResult => {
    const { term } = scope;
    const way = new URLSearchParams(
      createListQuery(list, { defaultSort, ...(term !== undefined && { term }) }),
    );
    for (const [name, value] of query) if (isCampaignParameter(name)) way.append(name, value);
    return { redirect: { status: 303, url: way.size === 0 ? pathname : `${pathname}?${way}` } };
  };
  const list = parseListQuery(query, defaultSort);
  if (!list) {
    const lenientQuery = parseListQueryLeniently(query, defaultSort);
    if (!lenientQuery) throw new ApiError('status', { status: 404 });
    return leadTo(lenientQuery);
  }
  const search = await api
    .searchProducts({ body: createSearchRequest(list, scope) }, critical)
    .catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 400) return error;
      throw error;
    });
  if (search instanceof ApiError) {
    const known = dropRefusedFilters(list, search);
    // Any other invalid query is a URL that does not exist.
    if (known.filters === list.filters) throw new ApiError('status', { status: 404, cause: search });
    return leadTo(known);
  }
  if (!search.sortOptions.includes(list.sort) && list.sort !== defaultSort) {
    return leadTo({ ...list, sort: defaultSort, descending: false });
  }
  const isPastTheEnd = list.page > 1 && search.items.length === 0;
  if (isPastTheEnd || !search.sortOptions.includes(list.sort)) throw new ApiError('status', { status: 404 });
  return { list, search };
}
