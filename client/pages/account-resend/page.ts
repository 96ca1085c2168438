import loadable from '@loadable/component';
import { ACCOUNT_RESEND_PATH } from '../../../shared/rules/account/account-paths.ts';
import type { StaticRoute } from '../page-definition.ts';

/** Page that requests another activation mail. */
export interface AccountResendData {
  readonly kind: 'accountResend';
}

export const accountResendPage: StaticRoute<AccountResendData> = {
  kind: 'accountResend',
  path: () => ACCOUNT_RESEND_PATH,
  cachePolicy: 'private',
  query: 'plain',
  isConfidential: true,
  showsFormNotices: true,
  hasDeferredStyles: true,
  load: async (context) => (await import('../page-loaders.ts')).loadAccountResend(context),
  component: loadable(() => import('./AccountResendPage.tsx'), {
    resolveComponent: (module) => module.AccountResendPage,
  }),
  actions: {
    // The form is also on the sign-in page.
    'account-resend': async () => (await import('./actions.ts')).resendActivation,
  },
};
