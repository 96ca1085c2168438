import loadable from '@loadable/component';
import { ACCOUNT_PATH } from '../../../shared/rules/urls.ts';
import type { AccountInfo } from '../../store/account.ts';
import type { ScreenPage } from '../page-definition.ts';

/** The first page of the account. */
export interface AccountHomeData {
  readonly kind: 'accountHome';
  readonly owner: AccountInfo;
}

export const accountHomePage: ScreenPage<AccountHomeData> = {
  kind: 'accountHome',
  path: () => ACCOUNT_PATH,
  cachePolicy: 'private',
  query: 'plain',
  isOwnersOnly: true,
  hasLateStyles: true,
  load: async (context) => (await import('../loads.ts')).loadAccountHome(context),
  component: loadable(() => import('./AccountHomePage.tsx'), {
    resolveComponent: (module) => module.AccountHomePage,
  }),
  actions: {
    // Stands on every page of the account.
    'sign-out': async () => (await import('./actions.ts')).signOut,
  },
};
