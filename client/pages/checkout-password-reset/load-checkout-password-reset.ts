import { getAuthenticationPaths } from '../../features/account/authentication-paths.ts';
import { loadMailedLinkPage } from '../../features/account/load-mailed-link-page.ts';
import type { LoadResult, PrivateLoadContext } from '../../load-context.ts';
import type { CheckoutPasswordResetData } from './page.ts';

/**
 * Loads the page of a password reset link of the checkout. Redirects to the checkout's sign-in page if the
 * token or the user is missing.
 */
export async function loadCheckoutPasswordReset(
  context: PrivateLoadContext,
): Promise<LoadResult<CheckoutPasswordResetData>> {
  const { scope, shop } = context;
  return loadMailedLinkPage<CheckoutPasswordResetData>(
    context,
    'reset',
    shop.t('password.title'),
    getAuthenticationPaths('checkout', scope.language.code).login,
    (link) => ({ kind: 'checkoutPasswordReset', link }),
  );
}
