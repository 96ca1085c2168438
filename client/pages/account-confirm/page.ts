import loadable from '@loadable/component';
import { ACCOUNT_CONFIRM_PATH } from '../../../shared/rules/account/account-paths.ts';
import type { AccountLink } from '../../features/account/account-link.ts';
import type { ScreenPage } from '../page-definition.ts';

/** The mailed link that activates an account, confirms another e-mail address or undoes that; no link where it is broken, used or expired. */
export interface AccountConfirmData {
  readonly kind: 'accountConfirm';
  readonly purpose: 'activate' | 'change' | 'undo';
  readonly link: AccountLink | null;
  /** A change of address is confirmed by who is signed in, or else by the password of the account. */
  readonly asksPassword: boolean;
}

export const accountConfirmPage: ScreenPage<AccountConfirmData> = {
  kind: 'accountConfirm',
  path: () => ACCOUNT_CONFIRM_PATH,
  cachePolicy: 'private',
  query: 'accountLink',
  isConfidential: true,
  hasLateStyles: true,
  load: async (context) => (await import('../loads.ts')).loadAccountConfirm(context),
  component: loadable(() => import('./AccountConfirmPage.tsx'), {
    resolveComponent: (module) => module.AccountConfirmPage,
  }),
  actions: {
    'account-activate': async () => (await import('./actions.ts')).activateAccount,
    'account-email-change': async () => (await import('./actions.ts')).confirmLink,
    'account-email-undo': async () => (await import('./actions.ts')).confirmLink,
  },
};
