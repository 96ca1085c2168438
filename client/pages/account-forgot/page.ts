import loadable from '@loadable/component';
import { ACCOUNT_FORGOT_PATH } from '../../../shared/rules/account/account-paths.ts';
import type { ScreenPage } from '../page-definition.ts';

/** Page that requests a password reset link. */
export interface AccountForgotData {
  readonly kind: 'accountForgot';
}

export const accountForgotPage: ScreenPage<AccountForgotData> = {
  kind: 'accountForgot',
  path: () => ACCOUNT_FORGOT_PATH,
  cachePolicy: 'private',
  query: 'plain',
  isConfidential: true,
  tellsOfForms: true,
  hasLateStyles: true,
  load: async (context) => (await import('../loads.ts')).loadAccountForgot(context),
  component: loadable(() => import('./AccountForgotPage.tsx'), {
    resolveComponent: (module) => module.AccountForgotPage,
  }),
  actions: {
    // The form is also in the checkout.
    'account-forgot': async () => (await import('./actions.ts')).askForLink,
  },
};
