import { ApiError } from '../../../shared/api/api-error.ts';
import type { ComparedProduct } from '../../../shared/contract/products.ts';
import { getLocalisedSegment } from '../../../shared/rules/localised-segments.ts';
import { parseComparedIds } from '../../../shared/rules/product-comparison.ts';
import { isCorporate } from '../../../shared/rules/site-type.ts';
import type { LoadContext, LoadResult } from '../../load-context.ts';
import type { CompareData } from './page.ts';

/**
 * Loads the products of `?ids=` for the comparison. Without ids it makes no call and the page shows
 * instructions.
 *
 * If none of the ids is sold on this site, the page shows the instructions, too. This happens to visitors who
 * switch the country.
 *
 * @throws ApiError 404 on the corporate site, and if ids are not a list of up to four products
 */
export async function loadCompare(context: LoadContext): Promise<LoadResult<CompareData>> {
  const { query, scope, shop } = context;
  const values = query.getAll('ids');
  const ids = values.length > 1 ? null : parseComparedIds(values[0] ?? null);
  if (ids === null || isCorporate(scope.site)) throw new ApiError('status', { status: 404 });
  const products = ids.length === 0 ? [] : await fetchSoldProducts(context, ids);
  return {
    status: 200,
    head: {
      title: shop.t('compare.title'),
      description: null,
      canonicalPath: null,
      // The corporate site has no comparison.
      alternates: scope.shops
        .filter((one) => !isCorporate(one))
        .flatMap(({ siteId, languages }) =>
          languages.map(({ languageId, code, origin }) => ({
            siteId,
            languageId,
            url: `${origin}/${getLocalisedSegment('compare', code)}/`,
          })),
        ),
      isIndexable: false,
    },
    data: { kind: 'compare', products, missingCount: ids.length - products.length },
  };
}

async function fetchSoldProducts(
  { api, critical }: LoadContext,
  ids: readonly number[],
): Promise<ComparedProduct[]> {
  try {
    return await api.fetchProducts({ query: { ids: ids.join(',') } }, critical);
  } catch (error) {
    if (error instanceof ApiError && error.failure === 'status' && error.status === 404) return [];
    throw error;
  }
}
