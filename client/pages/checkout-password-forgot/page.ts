import loadable from '@loadable/component';
import { getCheckoutPath } from '../../../shared/rules/checkout/checkout-paths.ts';
import { checkoutLayout } from '../../shell/checkout/checkout-layout.ts';
import type { ScreenPage } from '../page-definition.ts';

/** The checkout's page that requests a password reset link. */
export interface CheckoutPasswordForgotData {
  readonly kind: 'checkoutPasswordForgot';
}

export const checkoutPasswordForgotPage: ScreenPage<CheckoutPasswordForgotData> = {
  kind: 'checkoutPasswordForgot',
  path: (locale) => getCheckoutPath(locale, 'password-forgot'),
  cachePolicy: 'private',
  query: 'plain',
  isConfidential: true,
  tellsOfForms: true,
  hasLateStyles: true,
  layout: checkoutLayout,
  load: async (context) => (await import('../loads.ts')).loadCheckoutPasswordForgot(context),
  component: loadable(() => import('./CheckoutPasswordForgotPage.tsx'), {
    resolveComponent: (module) => module.CheckoutPasswordForgotPage,
  }),
};
