import { getAccessPaths } from '../../features/account/access-paths.ts';
import { loadLink } from '../../features/account/load-link.ts';
import type { LoadResult, PrivateLoadContext } from '../../load-context.ts';
import type { CheckoutPasswordResetData } from './page.ts';

/** Loads the page of such a link; without its token and user it leads to the checkout's own sign-in page. */
export async function loadCheckoutPasswordReset(
  context: PrivateLoadContext,
): Promise<LoadResult<CheckoutPasswordResetData>> {
  const { scope, shop } = context;
  return loadLink<CheckoutPasswordResetData>(
    context,
    'reset',
    shop.t('password.title'),
    getAccessPaths('checkout', scope.language.code).login,
    (link) => ({ kind: 'checkoutPasswordReset', link }),
  );
}
