import loadable from '@loadable/component';
import { ACCOUNT_RQS_RESULTS_PATH } from '../../../shared/rules/account/account-paths.ts';
import type { AccountSample } from '../../features/lab-results/load-report.ts';
import type { AccountInfo } from '../../store/account.ts';
import type { StaticRoute } from '../page-definition.ts';

/** Samples of an account: new results, pending ones, and results already read. */
export interface AccountRqsResultsData {
  readonly kind: 'accountRqsResults';
  readonly owner: AccountInfo;
  readonly samples: readonly AccountSample[];
  /** The site's page about roughage tests, the parent of result pages; null on a site without tests. */
  readonly testsPage: { readonly title: string; readonly url: string } | null;
}

export const accountRqsResultsPage: StaticRoute<AccountRqsResultsData> = {
  kind: 'accountRqsResults',
  path: () => ACCOUNT_RQS_RESULTS_PATH,
  cachePolicy: 'private',
  query: 'plain',
  changedBy: ['account'],
  isSignInRequired: true,
  showsFormNotices: true,
  hasDeferredStyles: true,
  load: async (context) => (await import('../page-loaders.ts')).loadAccountRqsResults(context),
  component: loadable(() => import('./AccountRqsResultsPage.tsx'), {
    resolveComponent: (module) => module.AccountRqsResultsPage,
  }),
  // Both forms are on result pages, which also other visitors can open.
  actions: {
    'result-read': async () => (await import('./actions.ts')).markRead,
    'result-replace': async () => (await import('./actions.ts')).replaceResultLink,
  },
};
