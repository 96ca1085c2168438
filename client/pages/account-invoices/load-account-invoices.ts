import { loadForSignedInVisitor } from '../../features/account/load-for-signed-in-visitor.ts';
import type { LoadResult, PrivateLoadContext } from '../../load-context.ts';
import type { AccountInvoicesData } from './page.ts';

/**
 * Loads the invoices and credit notes of the signed-in customer.
 *
 * @throws ApiError if they cannot be loaded
 */
export function loadAccountInvoices(context: PrivateLoadContext): Promise<LoadResult<AccountInvoicesData>> {
  const { visitor, critical, shop } = context;
  return loadForSignedInVisitor<AccountInvoicesData>(context, shop.t('account.invoices'), async () => ({
    kind: 'accountInvoices',
    invoices: await visitor.fetchInvoices(undefined, critical),
  }));
}
