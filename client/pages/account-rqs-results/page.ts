import loadable from '@loadable/component';
import { ACCOUNT_RQS_RESULTS_PATH } from '../../../shared/rules/account/account-paths.ts';
import type { OwnSample } from '../../features/lab-results/load-report.ts';
import type { AccountInfo } from '../../store/account.ts';
import type { ScreenPage } from '../page-definition.ts';

/** The samples of an account: what is new, what is on its way, what was read. */
export interface AccountRqsResultsData {
  readonly kind: 'accountRqsResults';
  readonly owner: AccountInfo;
  readonly samples: readonly OwnSample[];
  /** The site's page about roughage tests, below which results stand; null on a site without tests. */
  readonly testsPage: { readonly title: string; readonly url: string } | null;
}

export const accountRqsResultsPage: ScreenPage<AccountRqsResultsData> = {
  kind: 'accountRqsResults',
  path: () => ACCOUNT_RQS_RESULTS_PATH,
  cachePolicy: 'private',
  query: 'plain',
  changedBy: ['account'],
  isOwnersOnly: true,
  tellsOfForms: true,
  hasLateStyles: true,
  load: async (context) => (await import('../loads.ts')).loadAccountRqsResults(context),
  component: loadable(() => import('./AccountRqsResultsPage.tsx'), {
    resolveComponent: (module) => module.AccountRqsResultsPage,
  }),
  // Both stand on the pages of results, which are not for owners alone.
  actions: {
    'result-read': async () => (await import('./actions.ts')).markRead,
    'result-replace': async () => (await import('./actions.ts')).replaceLink,
  },
};
