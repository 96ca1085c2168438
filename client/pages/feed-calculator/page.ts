import loadable from '@loadable/component';
import type { AdviceAnswer, AdvisedHorseType, ProductAdvice } from '../../../shared/contract/feed-advice.ts';
import type { AdviceAnswers } from '../../../shared/rules/feed-advice/advice-query.ts';
import { getLocalisedSegment } from '../../../shared/rules/localised-segments.ts';
import type { ListedProduct } from '../../store/listed-product.ts';
import type { StaticRoute } from '../page-definition.ts';

/** A ration, with only the visible fields of its product. */
export interface AdviceView extends Omit<ProductAdvice, 'product'> {
  readonly product: ListedProduct;
}

type DeterminedAdvice = Extract<AdviceAnswer, { determined: true }>;
type RefusedAdvice = Extract<AdviceAnswer, { determined: false }>;

/** Result for the answers. */
export type AdviceAnswerView =
  | (Pick<DeterminedAdvice, 'determined' | 'date' | 'horse' | 'workLevels'> & { readonly advice: AdviceView })
  | (Omit<RefusedAdvice, 'product'> & { readonly product: ListedProduct | null });

export interface FeedCalculatorData {
  readonly kind: 'feedCalculator';
  readonly answers: AdviceAnswers;
  /** Typed key of a report that does not exist; null if it exists or no key was typed. */
  readonly wrongKey: string | null;
  /** Weight ranges by type of horse; empty if they were not loaded in time. */
  readonly horseTypes: readonly AdvisedHorseType[];
  /** Null until the questions are answered. */
  readonly answer: AdviceAnswerView | null;
  /** Article about measuring a horse with a tape; null if the site has none or it was not loaded in time. */
  readonly measuring: { readonly title: string; readonly url: string } | null;
  /**
   * Article about limited grazing, for a ration that limits it; null if the site has none or it was not
   * loaded in time.
   */
  readonly grazing: { readonly title: string; readonly url: string } | null;
  /**
   * Other feeds for the same horse, the best first. Before the questions are answered, one feed as an
   * example.
   */
  readonly others: readonly AdviceView[];
  /** Session token for the customer's forms; null for anonymous visitors. */
  readonly owner: { readonly formToken: string } | null;
}

export const feedCalculatorPage: StaticRoute<FeedCalculatorData> = {
  kind: 'feedCalculator',
  path: (locale) => `/${getLocalisedSegment('feedAdvice', locale)}/`,
  // Answers about a horse are private; the questions are the same for everyone.
  cachePolicy: 'private',
  isPublicWithoutQuery: true,
  query: 'feedAdvice',
  changedBy: ['account'],
  hasDeferredStyles: true,
  load: async (context) => (await import('../page-loaders.ts')).loadFeedCalculator(context),
  component: loadable(() => import('./FeedCalculatorPage.tsx'), {
    resolveComponent: (module) => module.FeedCalculatorPage,
  }),
  listProductCards: ({ others }) => others.map(({ product }) => product),
};
