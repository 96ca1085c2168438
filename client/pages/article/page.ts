import loadable from '@loadable/component';
import type { ContentPage } from '../../../shared/contract/content.ts';
import type { CardProduct } from '../../store/card-product.ts';
import type { LinkedPage } from '../page-definition.ts';
import type { ArticleLink } from './load-article.ts';

export interface ArticleData {
  readonly kind: 'article';
  readonly content: ContentPage;
  readonly products: readonly CardProduct[] | null;
}

export const articlePage: LinkedPage<ArticleData, ArticleLink> = {
  kind: 'article',
  // Whatever has a page of content and is not one of the site's own texts.
  shows: (link): link is ArticleLink => 'contentPageId' in link && link.kind !== 'contentPage',
  cachePolicy: 'public',
  query: 'plain',
  load: async (context, link) => (await import('../loads.ts')).loadArticle(context, link),
  component: loadable(() => import('./ArticlePage.tsx'), {
    resolveComponent: (module) => module.ArticlePage,
  }),
  listCards: ({ products }) => products ?? [],
};
