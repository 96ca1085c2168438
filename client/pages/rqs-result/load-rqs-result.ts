import { loadReport } from '../../features/lab-results/load-report.ts';
import type { LoadResult, PrivateLoadContext } from '../../load-context.ts';
import { toListedProduct } from '../../store/listed-product.ts';
import type { RqsResultData } from './page.ts';

/**
 * Loads the report of a nutrition scan and the hygiene scan of the same batch.
 *
 * @throws ApiError 404 if the key is unknown
 */
export async function loadRqsResult(context: PrivateLoadContext): Promise<LoadResult<RqsResultData>> {
  const { visitor, critical, optional } = context;
  const { head, frame, result } = await loadReport(context, 'rqs', (key) =>
    visitor.fetchRqsResult({ params: { key } }, critical),
  );
  const { products, ...shown } = result;
  const { hygiene } = shown;
  return {
    status: 200,
    head,
    data: {
      kind: 'rqsResult',
      frame,
      result: shown,
      hygiene: hygiene
        ? await optional((options) => visitor.fetchQsResult({ params: { key: hygiene.key } }, options))
        : null,
      products: products.map(toListedProduct),
    },
  };
}
