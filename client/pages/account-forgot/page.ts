import loadable from '@loadable/component';
import { ACCOUNT_FORGOT_PATH } from '../../../shared/rules/account/account-paths.ts';
import type { StaticRoute } from '../page-definition.ts';

/** Page that requests a password reset link. */
export interface AccountForgotData {
  readonly kind: 'accountForgot';
}

export const accountForgotPage: StaticRoute<AccountForgotData> = {
  kind: 'accountForgot',
  path: () => ACCOUNT_FORGOT_PATH,
  cachePolicy: 'private',
  query: 'plain',
  isConfidential: true,
  showsFormNotices: true,
  hasDeferredStyles: true,
  load: async (context) => (await import('../page-loaders.ts')).loadAccountForgot(context),
  component: loadable(() => import('./AccountForgotPage.tsx'), {
    resolveComponent: (module) => module.AccountForgotPage,
  }),
  actions: {
    // The form is also in the checkout.
    'account-forgot': async () => (await import('./actions.ts')).requestPasswordReset,
  },
};
