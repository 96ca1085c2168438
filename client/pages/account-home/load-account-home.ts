import { loadForOwner } from '../../features/account/load-for-owner.ts';
import type { LoadResult, PrivateLoadContext } from '../../load-context.ts';
import type { AccountHomeData } from './page.ts';

/** Loads the first page of the account. */
export function loadAccountHome(context: PrivateLoadContext): Promise<LoadResult<AccountHomeData>> {
  return loadForOwner<AccountHomeData>(context, context.shop.t('account.title'), async () => ({
    kind: 'accountHome',
  }));
}
