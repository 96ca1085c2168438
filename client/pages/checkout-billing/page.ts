import loadable from '@loadable/component';
import type { Billing } from '../../../shared/contract/people.ts';
import { getCheckoutPath } from '../../../shared/rules/checkout/checkout-paths.ts';
import type { AddressCountry } from '../../features/checkout/address-countries.ts';
import type { SharedCheckoutData } from '../../features/checkout/load-checkout.ts';
import { lazyCheckoutLayout } from '../../shell/checkout/lazy-checkout-layout.ts';
import type { StaticRoute } from '../page-definition.ts';

/** Billing details of an account. */
export interface BillingOwner
  extends Pick<Billing, 'emailAddress' | 'firstName' | 'lastName' | 'phoneNumber'> {
  /** Details of the account, or else of its latest order; null if it has neither. */
  readonly billing: Billing | null;
  /** Whether the account has no address, so that this one can be saved in it. */
  readonly lacksAddress: boolean;
  readonly newsletterSubscribe: boolean;
}

export interface CheckoutBillingData {
  readonly kind: 'checkoutBilling';
  readonly frame: SharedCheckoutData;
  readonly countries: readonly AddressCountry[];
  /** Signed-in customer; null for guests. */
  readonly owner: BillingOwner | null;
}

export const checkoutBillingPage: StaticRoute<CheckoutBillingData> = {
  kind: 'checkoutBilling',
  path: (locale) => getCheckoutPath(locale, 'billing'),
  cachePolicy: 'private',
  query: 'plain',
  changedBy: ['cart'],
  hasDeferredStyles: true,
  redirectsToPayment: true,
  layout: lazyCheckoutLayout,
  load: async (context) => (await import('../page-loaders.ts')).loadCheckoutBilling(context),
  component: loadable(() => import('./CheckoutBillingPage.tsx'), {
    resolveComponent: (module) => module.CheckoutBillingPage,
  }),
  actions: {
    'checkout-billing': async () => (await import('./actions.ts')).submitBilling,
  },
};
