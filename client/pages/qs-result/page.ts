import loadable from '@loadable/component';
import type { QsResult } from '../../../shared/contract/lab-results.ts';
import { QS_RESULT_PATTERN } from '../../../shared/rules/lab-result-path.ts';
import type { ReportPageDetails } from '../../features/lab-results/load-report.ts';
import type { StaticRoute } from '../page-definition.ts';

/** Report of a hygiene scan. */
export interface QsResultData {
  readonly kind: 'qsResult';
  readonly frame: ReportPageDetails;
  readonly result: QsResult;
}

export const qsResultPage: StaticRoute<QsResultData> = {
  kind: 'qsResult',
  path: () => QS_RESULT_PATTERN,
  cachePolicy: 'private',
  query: 'plain',
  changedBy: ['account'],
  isConfidential: true,
  showsFormNotices: true,
  hasDeferredStyles: true,
  load: async (context) => (await import('../page-loaders.ts')).loadQsResult(context),
  component: loadable(() => import('./QsResultPage.tsx'), {
    resolveComponent: (module) => module.QsResultPage,
  }),
};
