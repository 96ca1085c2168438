import { ApiError } from '../../../shared/api/api-error.ts';
import { parseComparedIds } from '../../../shared/rules/comparison.ts';
import { getSegment } from '../../../shared/rules/localised-segments.ts';
import type { LoadContext, LoadResult } from '../../load-context.ts';

/** Site type of the corporate site, which sells nothing. */
const CORPORATE = 2;

/**
 * Loads the products of `?ids=` side by side; without ids nothing is asked and the page says how to begin.
 *
 * @throws ApiError 404 on the corporate site, for ids that are no list of up to four products, and where none of them is sold here
 */
export async function loadCompare(context: LoadContext): Promise<LoadResult> {
  const { query, scope, shop, api, critical } = context;
  const values = query.getAll('ids');
  const ids = values.length > 1 ? null : parseComparedIds(values[0] ?? null);
  if (ids === null || scope.site.type === CORPORATE) throw new ApiError('status', { status: 404 });
  const products =
    ids.length === 0 ? [] : await api.fetchProducts({ query: { ids: ids.join(',') } }, critical);
  return {
    status: 200,
    head: {
      title: shop.t('compare.title'),
      description: null,
      canonicalPath: null,
      // The corporate site compares nothing.
      alternates: scope.shops
        .filter(({ type }) => type !== CORPORATE)
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
