import loadable from '@loadable/component';
import type { InvoiceSummary } from '../../../shared/contract/orders.ts';
import { ACCOUNT_INVOICES_PATH } from '../../../shared/rules/account/account-paths.ts';
import type { AccountInfo } from '../../store/account.ts';
import type { StaticRoute } from '../page-definition.ts';

/** Invoices and credit notes of the signed-in customer. */
export interface AccountInvoicesData {
  readonly kind: 'accountInvoices';
  readonly owner: AccountInfo;
  readonly invoices: readonly InvoiceSummary[];
}

export const accountInvoicesPage: StaticRoute<AccountInvoicesData> = {
  kind: 'accountInvoices',
  path: () => ACCOUNT_INVOICES_PATH,
  cachePolicy: 'private',
  query: 'plain',
  changedBy: ['account'],
  isSignInRequired: true,
  hasDeferredStyles: true,
  load: async (context) => (await import('../page-loaders.ts')).loadAccountInvoices(context),
  component: loadable(() => import('./AccountInvoicesPage.tsx'), {
    resolveComponent: (module) => module.AccountInvoicesPage,
  }),
};
