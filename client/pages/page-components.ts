import loadable, { type LoadableComponent } from '@loadable/component';
import type { PageDataOf, PageKind } from '../store/page-state.ts';

type PageComponents = { readonly [K in PageKind]: LoadableComponent<{ data: PageDataOf<K> }> };

/** The page component of every kind, each in a chunk of its own: a visitor loads the code of the pages he opens. */
export const pageComponents: PageComponents = {
  home: loadable(() => import('./home/HomePage.tsx'), { resolveComponent: (module) => module.HomePage }),
  category: loadable(() => import('./category/CategoryPage.tsx'), {
    resolveComponent: (module) => module.CategoryPage,
  }),
  product: loadable(() => import('./product/ProductPage.tsx'), {
    resolveComponent: (module) => module.ProductPage,
  }),
  search: loadable(() => import('./search/SearchPage.tsx'), {
    resolveComponent: (module) => module.SearchPage,
  }),
  compare: loadable(() => import('./compare/ComparePage.tsx'), {
    resolveComponent: (module) => module.ComparePage,
  }),
  content: loadable(() => import('./content/ContentPage.tsx'), {
    resolveComponent: (module) => module.ContentPage,
  }),
  article: loadable(() => import('./article/ArticlePage.tsx'), {
    resolveComponent: (module) => module.ArticlePage,
  }),
  reviewConfirm: loadable(() => import('./review-confirm/ReviewConfirmPage.tsx'), {
    resolveComponent: (module) => module.ReviewConfirmPage,
  }),
  stockReminder: loadable(() => import('./stock-reminder/StockReminderPage.tsx'), {
    resolveComponent: (module) => module.StockReminderPage,
  }),
  media: loadable(() => import('./media/MediaPage.tsx'), { resolveComponent: (module) => module.MediaPage }),
  notFound: loadable(() => import('./not-found/NotFoundPage.tsx'), {
    resolveComponent: (module) => module.NotFoundPage,
  }),
  error: loadable(() => import('./error/ErrorPage.tsx'), { resolveComponent: (module) => module.ErrorPage }),
};
