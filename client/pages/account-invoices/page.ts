import loadable from '@loadable/component';
import type { InvoiceSummary } from '../../../shared/contract/orders.ts';
import { ACCOUNT_INVOICES_PATH } from '../../../shared/rules/account/account-paths.ts';
import type { AccountInfo } from '../../store/account.ts';
import type { ScreenPage } from '../page-definition.ts';

/** Invoices and credit notes of the signed-in customer. */
export interface AccountInvoicesData {
  readonly kind: 'accountInvoices';
  readonly owner: AccountInfo;
  readonly invoices: readonly InvoiceSummary[];
}

export const accountInvoicesPage: ScreenPage<AccountInvoicesData> = {
  kind: 'accountInvoices',
  path: () => ACCOUNT_INVOICES_PATH,
  cachePolicy: 'private',
  query: 'plain',
  changedBy: ['account'],
  isOwnersOnly: true,
  hasLateStyles: true,
  load: async (context) => (await import('../loads.ts')).loadAccountInvoices(context),
  component: loadable(() => import('./AccountInvoicesPage.tsx'), {
    resolveComponent: (module) => module.AccountInvoicesPage,
  }),
};
