import loadable from '@loadable/component';
import { getCheckoutPath } from '../../../shared/rules/checkout/checkout-paths.ts';
import type { LoginQuery } from '../../features/account/login-query.ts';
import { lazyCheckoutLayout } from '../../shell/checkout/lazy-checkout-layout.ts';
import type { StaticRoute } from '../page-definition.ts';

/** Sign-in page of the checkout. */
export interface CheckoutLoginData extends LoginQuery {
  readonly kind: 'checkoutLogin';
}

export const checkoutLoginPage: StaticRoute<CheckoutLoginData> = {
  kind: 'checkoutLogin',
  path: (locale) => getCheckoutPath(locale, 'login'),
  cachePolicy: 'private',
  query: 'login',
  isConfidential: true,
  hasDeferredStyles: true,
  layout: lazyCheckoutLayout,
  load: async (context) => (await import('../page-loaders.ts')).loadCheckoutLogin(context),
  component: loadable(() => import('./CheckoutLoginPage.tsx'), {
    resolveComponent: (module) => module.CheckoutLoginPage,
  }),
};
