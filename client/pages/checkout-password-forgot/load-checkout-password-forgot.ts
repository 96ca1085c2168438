import { getAuthenticationPaths } from '../../features/account/authentication-paths.ts';
import { loadForAnonymousVisitor } from '../../features/account/load-for-signed-in-visitor.ts';
import type { LoadResult, PrivateLoadContext } from '../../load-context.ts';
import type { CheckoutPasswordForgotData } from './page.ts';

/** Loads the checkout's page that requests a password reset link. */
export function loadCheckoutPasswordForgot(
  context: PrivateLoadContext,
): Promise<LoadResult<CheckoutPasswordForgotData>> {
  const { scope, shop } = context;
  return loadForAnonymousVisitor<CheckoutPasswordForgotData>(
    context,
    shop.t('forgot.title'),
    () => ({ kind: 'checkoutPasswordForgot' }),
    getAuthenticationPaths('checkout', scope.language.code).afterLogin,
  );
}
