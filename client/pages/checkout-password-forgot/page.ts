import loadable from '@loadable/component';
import { getCheckoutPath } from '../../../shared/rules/checkout/checkout-paths.ts';
import { lazyCheckoutLayout } from '../../shell/checkout/lazy-checkout-layout.ts';
import type { StaticRoute } from '../page-definition.ts';

/** The checkout's page that requests a password reset link. */
export interface CheckoutPasswordForgotData {
  readonly kind: 'checkoutPasswordForgot';
}

export const checkoutPasswordForgotPage: StaticRoute<CheckoutPasswordForgotData> = {
  kind: 'checkoutPasswordForgot',
  path: (locale) => getCheckoutPath(locale, 'password-forgot'),
  cachePolicy: 'private',
  query: 'plain',
  isConfidential: true,
  showsFormNotices: true,
  hasDeferredStyles: true,
  layout: lazyCheckoutLayout,
  load: async (context) => (await import('../page-loaders.ts')).loadCheckoutPasswordForgot(context),
  component: loadable(() => import('./CheckoutPasswordForgotPage.tsx'), {
    resolveComponent: (module) => module.CheckoutPasswordForgotPage,
  }),
};
