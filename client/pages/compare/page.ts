import loadable from '@loadable/component';
import type { ComparedProduct } from '../../../shared/contract/products.ts';
import { getSegment } from '../../../shared/rules/localised-segments.ts';
import type { ScreenPage } from '../page-definition.ts';

export interface CompareData {
  readonly kind: 'compare';
  readonly products: readonly ComparedProduct[];
  /** Number of requested products that are not sold on this site. */
  readonly missingCount: number;
}

export const comparePage: ScreenPage<CompareData> = {
  kind: 'compare',
  path: (locale) => `/${getSegment('compare', locale)}/`,
  cachePolicy: 'private',
  query: 'compare',
  keepsScrollPosition: true,
  load: async (context) => (await import('../loads.ts')).loadCompare(context),
  hasLateStyles: true,
  component: loadable(() => import('./ComparePage.tsx'), {
    resolveComponent: (module) => module.ComparePage,
  }),
};
