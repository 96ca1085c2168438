import type { ProductSearchRequest } from '../contract/products.ts';
import type { ListQuery } from '../rules/list-query.ts';

/** What a list is a list of; all products where nothing is given. At most one of the three ids. */
export interface SearchScope {
  readonly term?: string;
  readonly categoryId?: number;
  readonly landingpageId?: number;
  readonly adviceCategoryId?: number;
}

/** Body of a product search: the one way in which pages ask for a list. */
export function createSearchRequest(list: ListQuery, scope: SearchScope = {}): ProductSearchRequest {
  const { page, pageSize, sort, descending, filters } = list;
  return {
    filter: {
      searchTerm: scope.term ?? null,
      categoryId: scope.categoryId ?? null,
      filters: filters.map((filter) => ({ ...filter })),
    },
    pageInfo: { page, pageSize, sort, descending },
    landingpageId: scope.landingpageId ?? null,
    adviceCategoryId: scope.adviceCategoryId ?? null,
  };
}
