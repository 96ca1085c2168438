import loadable from '@loadable/component';
import type { ContentPage, Faq } from '../../../shared/contract/content.ts';
import type { LinkedPage } from '../page-definition.ts';
import type { FaqLink } from './load-faq.ts';

export interface FaqData {
  readonly kind: 'faq';
  readonly content: ContentPage;
  /** The other subjects with their questions, as far as they could be had in time. */
  readonly others: readonly Faq[];
  /** What is looked for in the questions; '' where nothing is. */
  readonly term: string;
}

export const faqPage: LinkedPage<FaqData, FaqLink> = {
  kind: 'faq',
  shows: (link): link is FaqLink => link.kind === 'faq',
  // Words that somebody looks for are without end, and none of them is kept.
  cachePolicy: 'private',
  isPublicWithoutQuery: true,
  query: 'faq',
  load: async (context, link) => (await import('../loads.ts')).loadFaq(context, link),
  component: loadable(() => import('./FaqPage.tsx'), { resolveComponent: (module) => module.FaqPage }),
};
