import { getAccessPaths } from '../../features/account/access-paths.ts';
import { loadForStranger } from '../../features/account/load-for-owner.ts';
import { readLoginQuery } from '../../features/account/login-query.ts';
import type { LoadResult, PrivateLoadContext } from '../../load-context.ts';
import type { CheckoutLoginData } from './page.ts';

/** Loads the page of who signs in on the way to an order; whoever is signed in goes on with it. */
export function loadCheckoutLogin(context: PrivateLoadContext): Promise<LoadResult<CheckoutLoginData>> {
  const { query, scope, shop } = context;
  return loadForStranger<CheckoutLoginData>(
    context,
    shop.t('login.title'),
    () => ({ kind: 'checkoutLogin', ...readLoginQuery(query) }),
    getAccessPaths('checkout', scope.language.code).afterLogin,
  );
}
