import { loadForAnonymousVisitor } from '../../features/account/load-for-signed-in-visitor.ts';
import type { LoadResult, PrivateLoadContext } from '../../load-context.ts';
import type { AccountResendData } from './page.ts';

/** Loads the page that requests another activation mail. */
export function loadAccountResend(context: PrivateLoadContext): Promise<LoadResult<AccountResendData>> {
  return loadForAnonymousVisitor<AccountResendData>(context, context.shop.t('resend.title'), () => ({
    kind: 'accountResend',
  }));
}
