import loadable from '@loadable/component';
import type { ContentPage } from '../../../shared/contract/content.ts';
import type { Page } from '../page-definition.ts';

export interface ErrorData {
  readonly kind: 'error';
  readonly status: number;
  readonly requestId: string | null;
  /** The site's own text about a fault, where it could still be had. */
  readonly content: ContentPage | null;
}

/** Shown in place of a page that cannot be had: `loadPage` makes it, without any data. */
export const errorPage: Page<ErrorData> = {
  kind: 'error',
  cachePolicy: 'public',
  query: 'plain',
  component: loadable(() => import('./ErrorPage.tsx'), { resolveComponent: (module) => module.ErrorPage }),
};
