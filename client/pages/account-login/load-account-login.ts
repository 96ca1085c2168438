import { loadForAnonymousVisitor } from '../../features/account/load-for-signed-in-visitor.ts';
import { parseLoginQuery } from '../../features/account/login-query.ts';
import type { LoadResult, PrivateLoadContext } from '../../load-context.ts';
import type { AccountLoginData } from './page.ts';

/** Loads the sign-in page. */
export function loadAccountLogin(context: PrivateLoadContext): Promise<LoadResult<AccountLoginData>> {
  return loadForAnonymousVisitor<AccountLoginData>(context, context.shop.t('login.title'), () => ({
    kind: 'accountLogin',
    ...parseLoginQuery(context.query),
  }));
}
