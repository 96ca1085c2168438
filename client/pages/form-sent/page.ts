import loadable from '@loadable/component';
import { FORM_SENT_PATH } from '../../../shared/rules/urls.ts';
import type { ScreenPage } from '../page-definition.ts';

/** Where a form of a public page leads that was sent without script: that page is the same for everyone and can tell nobody of it. */
export interface FormSentData {
  readonly kind: 'formSent';
}

export const formSentPage: ScreenPage<FormSentData> = {
  kind: 'formSent',
  path: () => FORM_SENT_PATH,
  cachePolicy: 'private',
  query: 'plain',
  tellsOfForms: true,
  load: async (context) => (await import('../loads.ts')).loadFormSent(context),
  component: loadable(() => import('./FormSentPage.tsx'), {
    resolveComponent: (module) => module.FormSentPage,
  }),
};
