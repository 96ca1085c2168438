import loadable from '@loadable/component';
import { PREVIEW_PATH } from '../../../shared/rules/urls.ts';
import type { ScreenPage } from '../page-definition.ts';

/** Where whoever was given a link enters the shop at another moment, and changes it. */
export interface PreviewData {
  readonly kind: 'preview';
  /** The page that they come from; null where they come from nowhere. */
  readonly returnPath: string | null;
}

export const previewPage: ScreenPage<PreviewData> = {
  kind: 'preview',
  path: () => PREVIEW_PATH,
  cachePolicy: 'private',
  query: 'preview',
  isConfidential: true,
  load: async (context) => (await import('../loads.ts')).loadPreview(context),
  component: loadable(() => import('./PreviewPage.tsx'), {
    resolveComponent: (module) => module.PreviewPage,
  }),
  actions: {
    'preview-open': async () => (await import('./actions.ts')).openPreview,
    'preview-move': async () => (await import('./actions.ts')).movePreview,
    // Stands in the bar of every page.
    'preview-leave': async () => (await import('./actions.ts')).leavePreview,
  },
};
