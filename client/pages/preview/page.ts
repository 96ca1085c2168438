import loadable from '@loadable/component';
import { PREVIEW_PATH } from '../../../shared/rules/path-constants.ts';
import type { StaticRoute } from '../page-definition.ts';

/** Page on which a visitor with a preview link previews the shop at another date. */
export interface PreviewData {
  readonly kind: 'preview';
  /** Page to return to; null if there is none. */
  readonly returnPath: string | null;
}

export const previewPage: StaticRoute<PreviewData> = {
  kind: 'preview',
  path: () => PREVIEW_PATH,
  cachePolicy: 'private',
  query: 'preview',
  isConfidential: true,
  load: async (context) => (await import('../page-loaders.ts')).loadPreview(context),
  component: loadable(() => import('./PreviewPage.tsx'), {
    resolveComponent: (module) => module.PreviewPage,
  }),
  actions: {
    'preview-open': async () => (await import('./actions.ts')).openPreview,
    'preview-move': async () => (await import('./actions.ts')).movePreview,
    // The form is in the preview bar of every page.
    'preview-leave': async () => (await import('./actions.ts')).leavePreview,
  },
};
