import loadable from '@loadable/component';
import type { ContentPage, ContentSummary } from '../../../shared/contract/content.ts';
import type { ListedProduct } from '../../store/listed-product.ts';
import type { ContentRoute } from '../page-definition.ts';
import type { HomeLink } from './load-home.ts';

export interface HomeData {
  readonly kind: 'home';
  readonly content: ContentPage;
  readonly bestsellers: readonly ListedProduct[];
  readonly stories: readonly ContentSummary[];
  /**
   * Default weight of a horse in kilograms in the feed calculator; null if the site gives no advice or the
   * weight could not be loaded.
   */
  readonly adviceWeightKg: number | null;
}

export const homePage: ContentRoute<HomeData, HomeLink> = {
  kind: 'home',
  shows: (link, { rootContentPageId }): link is HomeLink =>
    link.kind === 'contentPage' && link.contentPageId === rootContentPageId,
  cachePolicy: 'public',
  query: 'plain',
  load: async (context, link) => (await import('../page-loaders.ts')).loadHome(context, link),
  component: loadable(() => import('./HomePage.tsx'), { resolveComponent: (module) => module.HomePage }),
  listProductCards: ({ bestsellers }) => bestsellers,
};
