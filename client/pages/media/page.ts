import loadable from '@loadable/component';
import type { ContentSummary } from '../../../shared/contract/content.ts';
import { MEDIA_PATH } from '../../../shared/rules/urls.ts';
import type { ScreenPage } from '../page-definition.ts';

export interface MediaData {
  readonly kind: 'media';
  readonly items: readonly ContentSummary[];
}

export const mediaPage: ScreenPage<MediaData> = {
  kind: 'media',
  path: () => MEDIA_PATH,
  cachePolicy: 'public',
  query: 'plain',
  load: async (context) => (await import('../loads.ts')).loadMedia(context),
  component: loadable(() => import('./MediaPage.tsx'), { resolveComponent: (module) => module.MediaPage }),
};
