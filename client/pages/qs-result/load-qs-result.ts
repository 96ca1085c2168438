import { loadReport } from '../../features/lab-results/load-report.ts';
import type { LoadResult, PrivateLoadContext } from '../../load-context.ts';
import type { QsResultData } from './page.ts';

/**
 * Loads the report of a hygiene scan.
 *
 * @throws ApiError 404 if the key is unknown
 */
export async function loadQsResult(context: PrivateLoadContext): Promise<LoadResult<QsResultData>> {
  const { visitor, critical } = context;
  const { head, frame, result } = await loadReport(context, 'qs', (key) =>
    visitor.fetchQsResult({ params: { key } }, critical),
  );
  return { status: 200, head, data: { kind: 'qsResult', frame, result } };
}
