import { ApiError } from '../../../shared/api/api-error.ts';
import type { ComparedProduct } from '../../../shared/contract/products.ts';
import { parseComparedIds } from '../../../shared/rules/comparison.ts';
import { getSegment } from '../../../shared/rules/localised-segments.ts';
import { isCorporate } from '../../../shared/rules/site-type.ts';
import type { LoadContext, LoadResult } from '../../load-context.ts';
import type { CompareData } from './page.ts';

/**
 * Loads the products of `?ids=` side by side; without ids nothing is asked and the page says how to begin.
 *
 * Ids of which none is sold here lead to that beginning too: somebody who changes the country meets them.
 *
 * @throws ApiError 404 on the corporate site, and for ids that are no list of up to four products
 */
export async function loadCompare(context: LoadContext): Promise<LoadResult<CompareData>> {
  const { query, scope, shop } = context;
  const values = query.getAll('ids');
  const ids = values.length > 1 ? null : parseComparedIds(values[0] ?? null);
  if (ids === null || isCorporate(scope.site)) throw new ApiError('status', { status: 404 });
  const products = ids.length === 0 ? [] : await fetchSold(context, ids);
  return {
    status: 200,
    head: {
      title: shop.t('compare.title'),
      description: null,
      canonicalPath: null,
      // The corporate site compares nothing.
      alternates: scope.shops
        .filter((one) => !isCorporate(one))
        .flatMap(({ siteId, languages }) =>
          languages.map(({ languageId, code, origin }) => ({
            siteId,
            languageId,
            url: `${origin}/${getSegment('compare', code)}/`,
          })),
        ),
      isIndexable: false,
    },
    data: { kind: 'compare', products, missingCount: ids.length - products.length },
  };
}

async function fetchSold({ api, critical }: LoadContext, ids: readonly number[]): Promise<ComparedProduct[]> {
  try {
    return await api.fetchProducts({ query: { ids: ids.join(',') } }, critical);
  } catch (error) {
    if (error instanceof ApiError && error.failure === 'status' && error.status === 404) return [];
    throw error;
  }
}
