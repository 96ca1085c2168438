import loadable from '@loadable/component';
import type { ComparedProduct } from '../../../shared/contract/products.ts';
import { getLocalisedSegment } from '../../../shared/rules/localised-segments.ts';
import type { StaticRoute } from '../page-definition.ts';

export interface CompareData {
  readonly kind: 'compare';
  readonly products: readonly ComparedProduct[];
  /** Number of requested products that are not sold on this site. */
  readonly missingCount: number;
}

export const comparePage: StaticRoute<CompareData> = {
  kind: 'compare',
  path: (locale) => `/${getLocalisedSegment('compare', locale)}/`,
  cachePolicy: 'private',
  query: 'compare',
  keepsScrollPosition: true,
  load: async (context) => (await import('../page-loaders.ts')).loadCompare(context),
  hasDeferredStyles: true,
  component: loadable(() => import('./ComparePage.tsx'), {
    resolveComponent: (module) => module.ComparePage,
  }),
};
