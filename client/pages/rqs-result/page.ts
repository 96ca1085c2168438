import loadable from '@loadable/component';
import type { QsResult, RqsResult } from '../../../shared/contract/lab-results.ts';
import { RQS_RESULT_PATTERN } from '../../../shared/rules/lab-result-path.ts';
import type { ReportPageDetails } from '../../features/lab-results/load-report.ts';
import type { ListedProduct } from '../../store/listed-product.ts';
import type { StaticRoute } from '../page-definition.ts';

/** Report of a nutrition scan. */
export interface RqsResultData {
  readonly kind: 'rqsResult';
  readonly frame: ReportPageDetails;
  readonly result: Omit<RqsResult, 'products'>;
  /** Hygiene scan of the batch; null if there is none or it was not loaded in time. */
  readonly hygiene: QsResult | null;
  readonly products: readonly ListedProduct[];
}

export const rqsResultPage: StaticRoute<RqsResultData> = {
  kind: 'rqsResult',
  path: () => RQS_RESULT_PATTERN,
  cachePolicy: 'private',
  query: 'plain',
  changedBy: ['account'],
  isConfidential: true,
  showsFormNotices: true,
  hasDeferredStyles: true,
  load: async (context) => (await import('../page-loaders.ts')).loadRqsResult(context),
  component: loadable(() => import('./RqsResultPage.tsx'), {
    resolveComponent: (module) => module.RqsResultPage,
  }),
  listProductCards: ({ products }) => products,
};
