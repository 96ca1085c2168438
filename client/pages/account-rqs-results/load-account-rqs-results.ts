import { loadForOwner } from '../../features/account/load-for-owner.ts';
import type { LoadResult, PrivateLoadContext } from '../../load-context.ts';
import type { AccountRqsResultsData } from './page.ts';

/** Loads the place of the results of roughage tests. */
export function loadAccountRqsResults(
  context: PrivateLoadContext,
): Promise<LoadResult<AccountRqsResultsData>> {
  return loadForOwner<AccountRqsResultsData>(context, context.shop.t('rqsResults.title'), async () => ({
    kind: 'accountRqsResults',
  }));
}
