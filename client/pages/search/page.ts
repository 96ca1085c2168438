import loadable from '@loadable/component';
import { getLocalisedSegment } from '../../../shared/rules/localised-segments.ts';
import type { ProductListData } from '../../store/listed-product.ts';
import type { ListState } from '../../store/page-state.ts';
import type { StaticRoute } from '../page-definition.ts';

export interface SearchData extends ListState {
  readonly kind: 'search';
  readonly term: string;
  readonly search: ProductListData | null;
}

export const searchPage: StaticRoute<SearchData> = {
  kind: 'search',
  path: (locale) => `/${getLocalisedSegment('search', locale)}/`,
  // Searches are private, and an unlimited number of terms would evict the shop's pages from every cache.
  cachePolicy: 'private',
  query: 'search',
  load: async (context) => (await import('../page-loaders.ts')).loadSearch(context),
  component: loadable(() => import('./SearchPage.tsx'), { resolveComponent: (module) => module.SearchPage }),
  listProductCards: ({ search }) => search?.items ?? [],
};
