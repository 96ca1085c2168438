import loadable from '@loadable/component';
import type { ContentPage, ContentSummary } from '../../../shared/contract/content.ts';
import type { ListedProduct } from '../../store/listed-product.ts';
import type { ContentRoute, PageLink } from '../page-definition.ts';

export type ContentListLink = Extract<PageLink, { kind: 'adviceCategory' | 'blogOverview' | 'blogCategory' }>;

export interface ContentListData {
  readonly kind: 'contentList';
  readonly content: ContentPage;
  /** Newest first. */
  readonly articles: readonly ContentSummary[];
  /** First products of the theme of an advice category; empty if they were not loaded in time. */
  readonly products: readonly ListedProduct[];
}

export const contentListPage: ContentRoute<ContentListData, ContentListLink> = {
  kind: 'contentList',
  shows: (link): link is ContentListLink =>
    link.kind === 'adviceCategory' || link.kind === 'blogOverview' || link.kind === 'blogCategory',
  cachePolicy: 'public',
  query: 'plain',
  load: async (context, link) => (await import('../page-loaders.ts')).loadContentList(context, link),
  component: loadable(() => import('./ContentListPage.tsx'), {
    resolveComponent: (module) => module.ContentListPage,
  }),
  listProductCards: ({ products }) => products,
};
