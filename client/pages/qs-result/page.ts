import loadable from '@loadable/component';
import type { QsResult } from '../../../shared/contract/lab-results.ts';
import { QS_RESULT_PATTERN } from '../../../shared/rules/lab-result-path.ts';
import type { ReportFrame } from '../../features/lab-results/load-report.ts';
import type { ScreenPage } from '../page-definition.ts';

/** Report of a hygiene scan. */
export interface QsResultData {
  readonly kind: 'qsResult';
  readonly frame: ReportFrame;
  readonly result: QsResult;
}

export const qsResultPage: ScreenPage<QsResultData> = {
  kind: 'qsResult',
  path: () => QS_RESULT_PATTERN,
  cachePolicy: 'private',
  query: 'plain',
  changedBy: ['account'],
  isConfidential: true,
  tellsOfForms: true,
  hasLateStyles: true,
  load: async (context) => (await import('../loads.ts')).loadQsResult(context),
  component: loadable(() => import('./QsResultPage.tsx'), {
    resolveComponent: (module) => module.QsResultPage,
  }),
};
