import loadable from '@loadable/component';
import type { ContentPage } from '../../../shared/contract/content.ts';
import type { ListedProduct } from '../../store/listed-product.ts';
import type { ContentRoute } from '../page-definition.ts';
import { type ArticleLink, articleKinds } from './article-link.ts';

export interface ArticleData {
  readonly kind: 'article';
  readonly content: ContentPage;
  readonly products: readonly ListedProduct[] | null;
}

export const articlePage: ContentRoute<ArticleData, ArticleLink> = {
  kind: 'article',
  shows: (link): link is ArticleLink => articleKinds.some((kind) => kind === link.kind),
  cachePolicy: 'public',
  query: 'plain',
  load: async (context, link) => (await import('../page-loaders.ts')).loadArticle(context, link),
  component: loadable(() => import('./ArticlePage.tsx'), {
    resolveComponent: (module) => module.ArticlePage,
  }),
  listProductCards: ({ products }) => products ?? [],
};
