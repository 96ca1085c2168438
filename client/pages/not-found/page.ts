import loadable from '@loadable/component';
import type { ContentPage } from '../../../shared/contract/content.ts';
import type { Page } from '../page-definition.ts';

export interface NotFoundData {
  readonly kind: 'notFound';
  readonly content: ContentPage | null;
}

/** Page shown instead of a page that does not exist. `loadPage` loads it. */
export const notFoundPage: Page<NotFoundData> = {
  kind: 'notFound',
  cachePolicy: 'public',
  query: 'plain',
  component: loadable(() => import('./NotFoundPage.tsx'), {
    resolveComponent: (module) => module.NotFoundPage,
  }),
};
