import { loadMailedLinkPage } from '../../features/account/load-mailed-link-page.ts';
import type { LoadResult, PrivateLoadContext } from '../../load-context.ts';
import { linkPurposeTitles } from './link-purpose-titles.ts';
import type { AccountConfirmData } from './page.ts';

/**
 * Loads the page of a confirmation link. Redirects to the home page if the token or the user is missing
 * (specification §2).
 */
export async function loadAccountConfirm(
  context: PrivateLoadContext,
): Promise<LoadResult<AccountConfirmData>> {
  const { query, shop, mayBeSignedIn } = context;
  const purpose = query.get('change') === '1' ? 'change' : query.get('undo') === '1' ? 'undo' : 'activate';
  return loadMailedLinkPage<AccountConfirmData>(
    context,
    'confirm',
    shop.t(linkPurposeTitles[purpose]),
    '/',
    (link) => ({
      kind: 'accountConfirm',
      purpose,
      link,
      asksPassword: purpose === 'change' && !mayBeSignedIn,
    }),
  );
}
