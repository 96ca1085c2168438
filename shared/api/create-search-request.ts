import type { ProductSearchRequest } from '../contract/products.ts';
import type { ListQuery } from '../rules/list-query.ts';

/** Scope of a product list: at most one of three ids; all products if none is given. */
export interface SearchScope {
  readonly term?: string;
  readonly categoryId?: number;
  readonly landingpageId?: number;
  readonly adviceCategoryId?: number;
}

/** Creates the body of a product search. All pages create it here. */
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
