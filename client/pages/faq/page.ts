import loadable from '@loadable/component';
import type { ContentPage, Faq } from '../../../shared/contract/content.ts';
import type { ContentRoute } from '../page-definition.ts';
import type { FaqLink } from './load-faq.ts';

export interface FaqData {
  readonly kind: 'faq';
  readonly content: ContentPage;
  /** Other topics with their questions, if they were loaded in time. */
  readonly others: readonly Faq[];
  /** Search term; '' without a search. */
  readonly term: string;
}

export const faqPage: ContentRoute<FaqData, FaqLink> = {
  kind: 'faq',
  shows: (link): link is FaqLink => link.kind === 'faq',
  // The number of search terms is unlimited, so search results are not cached.
  cachePolicy: 'private',
  isPublicWithoutQuery: true,
  query: 'faq',
  load: async (context, link) => (await import('../page-loaders.ts')).loadFaq(context, link),
  component: loadable(() => import('./FaqPage.tsx'), { resolveComponent: (module) => module.FaqPage }),
};
