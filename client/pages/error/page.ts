import loadable from '@loadable/component';
import type { ContentPage } from '../../../shared/contract/content.ts';
import type { Page } from '../page-definition.ts';

export interface ErrorData {
  readonly kind: 'error';
  readonly status: number;
  readonly requestId: string | null;
  /** The site's own error text; null if it could not be loaded. */
  readonly content: ContentPage | null;
}

/** Page shown instead of a page that cannot be loaded. `loadPage` creates it without any data. */
export const errorPage: Page<ErrorData> = {
  kind: 'error',
  cachePolicy: 'public',
  query: 'plain',
  component: loadable(() => import('./ErrorPage.tsx'), { resolveComponent: (module) => module.ErrorPage }),
};
