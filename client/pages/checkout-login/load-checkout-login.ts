import { getAuthenticationPaths } from '../../features/account/authentication-paths.ts';
import { loadForAnonymousVisitor } from '../../features/account/load-for-signed-in-visitor.ts';
import { parseLoginQuery } from '../../features/account/login-query.ts';
import type { LoadResult, PrivateLoadContext } from '../../load-context.ts';
import type { CheckoutLoginData } from './page.ts';

/** Loads the sign-in page of the checkout. Redirects a signed-in customer to the next step. */
export function loadCheckoutLogin(context: PrivateLoadContext): Promise<LoadResult<CheckoutLoginData>> {
  const { query, scope, shop } = context;
  return loadForAnonymousVisitor<CheckoutLoginData>(
    context,
    shop.t('login.title'),
    () => ({ kind: 'checkoutLogin', ...parseLoginQuery(query) }),
    getAuthenticationPaths('checkout', scope.language.code).afterLogin,
  );
}
