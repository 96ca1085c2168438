import loadable from '@loadable/component';
import { getCheckoutPath } from '../../../shared/rules/checkout/checkout-paths.ts';
import type { MailedAccountLink } from '../../features/account/mailed-account-link.ts';
import { lazyCheckoutLayout } from '../../shell/checkout/lazy-checkout-layout.ts';
import type { StaticRoute } from '../page-definition.ts';

/** Page of a password reset link of the checkout. `link` is null if it is invalid, used or expired. */
export interface CheckoutPasswordResetData {
  readonly kind: 'checkoutPasswordReset';
  readonly link: MailedAccountLink | null;
}

export const checkoutPasswordResetPage: StaticRoute<CheckoutPasswordResetData> = {
  kind: 'checkoutPasswordReset',
  path: (locale) => getCheckoutPath(locale, 'password-reset'),
  cachePolicy: 'private',
  query: 'accountLink',
  isConfidential: true,
  hasDeferredStyles: true,
  layout: lazyCheckoutLayout,
  load: async (context) => (await import('../page-loaders.ts')).loadCheckoutPasswordReset(context),
  component: loadable(() => import('./CheckoutPasswordResetPage.tsx'), {
    resolveComponent: (module) => module.CheckoutPasswordResetPage,
  }),
};
