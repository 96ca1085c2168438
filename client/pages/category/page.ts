import loadable from '@loadable/component';
import type { ListSort } from '../../../shared/rules/list-query.ts';
import type { ProductListData } from '../../store/listed-product.ts';
import type { ListState } from '../../store/page-state.ts';
import type { ContentRoute } from '../page-definition.ts';
import type { CategoryLink } from './load-category.ts';

export interface CategoryData extends ListState {
  readonly kind: 'category';
  readonly search: ProductListData;
  /** Sort order of a URL without one, if it differs from the default of categories. */
  readonly defaultSort?: ListSort['sort'];
}

export const categoryPage: ContentRoute<CategoryData, CategoryLink> = {
  kind: 'category',
  shows: (link): link is CategoryLink => link.kind === 'productSearch',
  cachePolicy: 'public',
  query: 'list',
  load: async (context, link) => (await import('../page-loaders.ts')).loadCategory(context, link),
  component: loadable(() => import('./CategoryPage.tsx'), {
    resolveComponent: (module) => module.CategoryPage,
  }),
  listProductCards: ({ search }) => search.items,
};
