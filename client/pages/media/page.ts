import loadable from '@loadable/component';
import type { ContentSummary } from '../../../shared/contract/content.ts';
import { MEDIA_PATH } from '../../../shared/rules/path-constants.ts';
import type { StaticRoute } from '../page-definition.ts';
import type { MediaKind, MediaQuery } from './media-url.ts';

export interface MediaData {
  readonly kind: 'media';
  /** Items of one page of the list. */
  readonly items: readonly ContentSummary[];
  readonly list: MediaQuery;
  /** Total number of items of the requested type. */
  readonly total: number;
  /** Types that have items or may have items, in display order. */
  readonly kinds: readonly MediaKind[];
}

export const mediaPage: StaticRoute<MediaData> = {
  kind: 'media',
  path: () => MEDIA_PATH,
  cachePolicy: 'public',
  query: 'media',
  load: async (context) => (await import('../page-loaders.ts')).loadMedia(context),
  component: loadable(() => import('./MediaPage.tsx'), { resolveComponent: (module) => module.MediaPage }),
};
