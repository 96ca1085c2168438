import loadable from '@loadable/component';
import type { AdviceAnswer, AdvisedHorseType, ProductAdvice } from '../../../shared/contract/feed-advice.ts';
import type { AdviceAnswers } from '../../../shared/rules/feed-advice/advice-query.ts';
import { getSegment } from '../../../shared/rules/localised-segments.ts';
import type { CardProduct } from '../../store/card-product.ts';
import type { ScreenPage } from '../page-definition.ts';

/** A ration, with no more of its product than is shown. */
export interface ShownAdvice extends Omit<ProductAdvice, 'product'> {
  readonly product: CardProduct;
}

type Determined = Extract<AdviceAnswer, { determined: true }>;
type Refused = Extract<AdviceAnswer, { determined: false }>;

/** What the answers came to. */
export type ShownAnswer =
  | (Pick<Determined, 'determined' | 'date' | 'horse' | 'workLevels'> & { readonly advice: ShownAdvice })
  | (Omit<Refused, 'product'> & { readonly product: CardProduct | null });

export interface FeedCalculatorData {
  readonly kind: 'feedCalculator';
  readonly answers: AdviceAnswers;
  /** What was typed as the key of a report that does not exist; null where it exists, or none was typed. */
  readonly wrongKey: string | null;
  /** Weights by type; empty where they could not be had in time. */
  readonly horseTypes: readonly AdvisedHorseType[];
  /** Null until the questions are answered. */
  readonly answer: ShownAnswer | null;
  /** The article that says how a horse is measured with a tape; null where the site has none, or it could not be had in time. */
  readonly measuring: { readonly title: string; readonly url: string } | null;
  /** The article about limited grazing, for a ration that limits it; null if the site has none, or it did not load in time. */
  readonly grazing: { readonly title: string; readonly url: string } | null;
  /** Other feeds for the same horse, the best first; before the questions are answered one as an example. */
  readonly others: readonly ShownAdvice[];
  /** Null for strangers: what says of a form of theirs which session made it. */
  readonly owner: { readonly formToken: string } | null;
}

export const feedCalculatorPage: ScreenPage<FeedCalculatorData> = {
  kind: 'feedCalculator',
  path: (locale) => `/${getSegment('feedAdvice', locale)}/`,
  // What somebody says of a horse is their own affair; the questions are the same for everyone.
  cachePolicy: 'private',
  isPublicWithoutQuery: true,
  query: 'feedAdvice',
  changedBy: ['account'],
  hasLateStyles: true,
  load: async (context) => (await import('../loads.ts')).loadFeedCalculator(context),
  component: loadable(() => import('./FeedCalculatorPage.tsx'), {
    resolveComponent: (module) => module.FeedCalculatorPage,
  }),
  listCards: ({ others }) => others.map(({ product }) => product),
};
