import { loadForOwner } from '../../features/account/load-for-owner.ts';
import type { LoadResult, PrivateLoadContext } from '../../load-context.ts';
import type { AccountInvoicesData } from './page.ts';

/** Loads the papers of who is signed in. @throws ApiError where they cannot be had */
export function loadAccountInvoices(context: PrivateLoadContext): Promise<LoadResult<AccountInvoicesData>> {
  const { visitor, critical, shop } = context;
  return loadForOwner<AccountInvoicesData>(context, shop.t('account.invoices'), async () => ({
    kind: 'accountInvoices',
    invoices: await visitor.fetchInvoices(undefined, critical),
  }));
}
