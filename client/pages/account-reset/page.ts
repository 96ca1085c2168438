import loadable from '@loadable/component';
import { ACCOUNT_RESET_PATH } from '../../../shared/rules/account/account-paths.ts';
import type { MailedAccountLink } from '../../features/account/mailed-account-link.ts';
import type { StaticRoute } from '../page-definition.ts';

/** Page of a password reset link. `link` is null if it is invalid, used or expired. */
export interface AccountResetData {
  readonly kind: 'accountReset';
  readonly link: MailedAccountLink | null;
}

export const accountResetPage: StaticRoute<AccountResetData> = {
  kind: 'accountReset',
  path: () => ACCOUNT_RESET_PATH,
  cachePolicy: 'private',
  query: 'accountLink',
  isConfidential: true,
  hasDeferredStyles: true,
  load: async (context) => (await import('../page-loaders.ts')).loadAccountReset(context),
  component: loadable(() => import('./AccountResetPage.tsx'), {
    resolveComponent: (module) => module.AccountResetPage,
  }),
  actions: {
    // The form is also in the checkout.
    'account-reset': async () => (await import('./actions.ts')).resetPassword,
  },
};
