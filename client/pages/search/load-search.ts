import { ApiError } from '../../../shared/api/api-error.ts';
import type { Alternate } from '../../../shared/contract/routing.ts';
import { parseSearchTerm } from '../../../shared/rules/list-query.ts';
import { getLocalisedSegment } from '../../../shared/rules/localised-segments.ts';
import { isCorporate } from '../../../shared/rules/site-type.ts';
import { defaultListSorts } from '../../features/catalogue/default-sorts.ts';
import { searchProductList } from '../../features/catalogue/search-product-list.ts';
import type { LoadContext, LoadResult } from '../../load-context.ts';
import type { ScopeState } from '../../store/app-store.ts';
import { toProductList } from '../../store/listed-product.ts';
import type { PageHead } from '../../store/page-state.ts';
import type { SearchData } from './page.ts';

/**
 * Loads one page of the products for the term `q`. Without a term it makes no call and the page shows
 * suggestions.
 *
 * @throws ApiError 404 on the corporate site, which has no sales, and if the page number does not exist
 */
export async function loadSearch(context: LoadContext): Promise<LoadResult<SearchData>> {
  if (isCorporate(context.scope.site)) throw new ApiError('status', { status: 404 });
  const { t } = context.shop;
  const term = parseSearchTerm(context.query);
  // Without a term there is no list, so page numbers do not exist.
  if (!term && context.query.has('p')) throw new ApiError('status', { status: 404 });
  if (!term)
    return createSearchResult(context.scope, t('search.title'), {
      kind: 'search',
      term,
      search: null,
      filters: [],
    });
  const found = await searchProductList(context, { term }, { defaultSort: defaultListSorts.search });
  if ('redirect' in found) return found;
  const { list, search } = found;
  const title = t('search.titleFor', { term });
  return createSearchResult(
    context.scope,
    list.page === 1 ? title : t('list.titleWithPage', { title, page: list.page }),
    {
      kind: 'search',
      term,
      search: toProductList(search),
      filters: list.filters,
      scope: { term },
    },
  );
}

/** Creates the result. Search results are not indexed and have no canonical URL. */
function createSearchResult(scope: ScopeState, title: string, data: SearchData): LoadResult<SearchData> {
  const head: PageHead = {
    title,
    description: null,
    canonicalPath: null,
    alternates: getSearchAlternates(scope),
    isIndexable: false,
  };
  return { status: 200, head, data };
}

/**
 * Returns the URLs of the same search on other sites and in other languages. The corporate site has no
 * search.
 */
function getSearchAlternates({ shops }: ScopeState): Alternate[] {
  return shops
    .filter((one) => !isCorporate(one))
    .flatMap(({ siteId, languages }) =>
      languages.map(({ languageId, code, origin }) => ({
        siteId,
        languageId,
        url: `${origin}/${getLocalisedSegment('search', code)}/`,
      })),
    );
}
