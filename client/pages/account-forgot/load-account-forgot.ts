import { loadForStranger } from '../../features/account/load-for-owner.ts';
import type { LoadResult, PrivateLoadContext } from '../../load-context.ts';
import type { AccountForgotData } from './page.ts';

/** Loads the page that requests a password reset link. */
export function loadAccountForgot(context: PrivateLoadContext): Promise<LoadResult<AccountForgotData>> {
  return loadForStranger<AccountForgotData>(context, context.shop.t('forgot.title'), () => ({
    kind: 'accountForgot',
  }));
}
