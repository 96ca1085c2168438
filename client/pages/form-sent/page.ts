import loadable from '@loadable/component';
import type { ScreenPage } from '../page-definition.ts';

/** The same in every language: nobody types or shares it. */
export const formSentPath = '/form/sent/';

/** Where a form of a public page leads that was sent without script: that page is the same for everyone and can tell nobody of it. */
export interface FormSentData {
  readonly kind: 'formSent';
}

export const formSentPage: ScreenPage<FormSentData> = {
  kind: 'formSent',
  path: () => formSentPath,
  cachePolicy: 'private',
  query: 'plain',
  tellsOfForms: true,
  load: async ({ shop }) => ({
    status: 200,
    head: {
      title: shop.t('form.sentTitle'),
      description: null,
      canonicalPath: null,
      alternates: [],
      isIndexable: false,
    },
    data: { kind: 'formSent' },
  }),
  component: loadable(() => import('./FormSentPage.tsx'), {
    resolveComponent: (module) => module.FormSentPage,
  }),
};
