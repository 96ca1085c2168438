import { ACCOUNT_PATH } from '../../../shared/rules/path-constants.ts';
import { loadMailedLinkPage } from '../../features/account/load-mailed-link-page.ts';
import type { LoadResult, PrivateLoadContext } from '../../load-context.ts';
import type { AccountResetData } from './page.ts';

/**
 * Loads the page of a password reset link. Redirects to the account if the token or the user is missing
 * (specification §2).
 */
export async function loadAccountReset(context: PrivateLoadContext): Promise<LoadResult<AccountResetData>> {
  return loadMailedLinkPage<AccountResetData>(
    context,
    'reset',
    context.shop.t('password.title'),
    ACCOUNT_PATH,
    (link) => ({
      kind: 'accountReset',
      link,
    }),
  );
}
