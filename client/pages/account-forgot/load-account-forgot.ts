import { loadForAnonymousVisitor } from '../../features/account/load-for-signed-in-visitor.ts';
import type { LoadResult, PrivateLoadContext } from '../../load-context.ts';
import type { AccountForgotData } from './page.ts';

/** Loads the page that requests a password reset link. */
export function loadAccountForgot(context: PrivateLoadContext): Promise<LoadResult<AccountForgotData>> {
  return loadForAnonymousVisitor<AccountForgotData>(context, context.shop.t('forgot.title'), () => ({
    kind: 'accountForgot',
  }));
}
