import loadable from '@loadable/component';
import { FORM_SENT_PATH } from '../../../shared/rules/path-constants.ts';
import type { StaticRoute } from '../page-definition.ts';

/**
 * Confirmation page of forms that were sent without script from a public page. The public page is the same
 * for everyone and cannot show the confirmation.
 */
export interface FormSentData {
  readonly kind: 'formSent';
}

export const formSentPage: StaticRoute<FormSentData> = {
  kind: 'formSent',
  path: () => FORM_SENT_PATH,
  cachePolicy: 'private',
  query: 'plain',
  showsFormNotices: true,
  load: async (context) => (await import('../page-loaders.ts')).loadFormSent(context),
  component: loadable(() => import('./FormSentPage.tsx'), {
    resolveComponent: (module) => module.FormSentPage,
  }),
};
