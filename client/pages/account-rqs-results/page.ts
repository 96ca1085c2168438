import loadable from '@loadable/component';
import { ACCOUNT_RQS_RESULTS_PATH } from '../../../shared/rules/account/account-paths.ts';
import type { AccountInfo } from '../../store/account.ts';
import type { ScreenPage } from '../page-definition.ts';

/** Where the results of roughage tests will be. */
export interface AccountRqsResultsData {
  readonly kind: 'accountRqsResults';
  readonly owner: AccountInfo;
}

export const accountRqsResultsPage: ScreenPage<AccountRqsResultsData> = {
  kind: 'accountRqsResults',
  path: () => ACCOUNT_RQS_RESULTS_PATH,
  cachePolicy: 'private',
  query: 'plain',
  isOwnersOnly: true,
  hasLateStyles: true,
  load: async (context) => (await import('../loads.ts')).loadAccountRqsResults(context),
  component: loadable(() => import('./AccountRqsResultsPage.tsx'), {
    resolveComponent: (module) => module.AccountRqsResultsPage,
  }),
};
