import loadable from '@loadable/component';
import type { ContentPage } from '../../../shared/contract/content.ts';
import type { ListedProduct } from '../../store/listed-product.ts';
import type { ContentRoute, PageLink } from '../page-definition.ts';

export type AdviceVideoLink = Extract<PageLink, { kind: 'adviceVideo' }>;

export interface AdviceVideoData {
  readonly kind: 'adviceVideo';
  readonly content: ContentPage;
  readonly products: readonly ListedProduct[] | null;
}

export const adviceVideoPage: ContentRoute<AdviceVideoData, AdviceVideoLink> = {
  kind: 'adviceVideo',
  shows: (link): link is AdviceVideoLink => link.kind === 'adviceVideo',
  cachePolicy: 'public',
  query: 'plain',
  hasVideo: true,
  needsOwnDocument: true,
  load: async (context, link) => (await import('../page-loaders.ts')).loadAdviceVideo(context, link),
  component: loadable(() => import('./AdviceVideoPage.tsx'), {
    resolveComponent: (module) => module.AdviceVideoPage,
  }),
  listProductCards: ({ products }) => products ?? [],
};
