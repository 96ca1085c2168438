import loadable from '@loadable/component';
import { ACCOUNT_CONFIRM_PATH } from '../../../shared/rules/account/account-paths.ts';
import type { MailedAccountLink } from '../../features/account/mailed-account-link.ts';
import type { StaticRoute } from '../page-definition.ts';

/**
 * Page of a mailed link that activates an account, or confirms or reverts a change of the e-mail address.
 * `link` is null if it is invalid, used or expired.
 */
export interface AccountConfirmData {
  readonly kind: 'accountConfirm';
  readonly purpose: 'activate' | 'change' | 'undo';
  readonly link: MailedAccountLink | null;
  /**
   * Whether the password is required. A change of address is confirmed by the signed-in owner or by the
   * account's password.
   */
  readonly asksPassword: boolean;
}

export const accountConfirmPage: StaticRoute<AccountConfirmData> = {
  kind: 'accountConfirm',
  path: () => ACCOUNT_CONFIRM_PATH,
  cachePolicy: 'private',
  query: 'accountLink',
  isConfidential: true,
  hasDeferredStyles: true,
  load: async (context) => (await import('../page-loaders.ts')).loadAccountConfirm(context),
  component: loadable(() => import('./AccountConfirmPage.tsx'), {
    resolveComponent: (module) => module.AccountConfirmPage,
  }),
  actions: {
    'account-activate': async () => (await import('./actions.ts')).activateAccount,
    'account-email-change': async () => (await import('./actions.ts')).confirmLink,
    'account-email-undo': async () => (await import('./actions.ts')).confirmLink,
  },
};
