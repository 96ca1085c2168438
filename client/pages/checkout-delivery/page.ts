import loadable from '@loadable/component';
import type { SavedAddress } from '../../../shared/contract/accounts.ts';
import { getCheckoutPath } from '../../../shared/rules/checkout/checkout-paths.ts';
import type { AddressCountry } from '../../features/checkout/address-countries.ts';
import type { SharedCheckoutData } from '../../features/checkout/load-checkout.ts';
import type { FormPickupLocations } from '../../forms/action-result.ts';
import { lazyCheckoutLayout } from '../../shell/checkout/lazy-checkout-layout.ts';
import type { StaticRoute } from '../page-definition.ts';

export interface CheckoutDeliveryData {
  readonly kind: 'checkoutDelivery';
  readonly frame: SharedCheckoutData;
  /** Delivery options with prices in euro cents. */
  readonly methods: readonly {
    readonly shippingMethod: number;
    readonly price: number;
    readonly priceExVat: number;
  }[];
  /** Countries that the site delivers to. */
  readonly countries: readonly AddressCountry[];
  /**
   * Address book of the signed-in customer, without addresses in countries that the site does not deliver to;
   * null for guests.
   */
  readonly addresses: readonly SavedAddress[] | null;
  /** Parcel shops and dealers near the billing address, or near the location of the previous search. */
  readonly places: FormPickupLocations;
}

export const checkoutDeliveryPage: StaticRoute<CheckoutDeliveryData> = {
  kind: 'checkoutDelivery',
  path: (locale) => getCheckoutPath(locale, 'delivery'),
  cachePolicy: 'private',
  query: 'plain',
  changedBy: ['cart'],
  canRequestPosition: true,
  hasDeferredStyles: true,
  redirectsToPayment: true,
  layout: lazyCheckoutLayout,
  load: async (context) => (await import('../page-loaders.ts')).loadCheckoutDelivery(context),
  component: loadable(() => import('./CheckoutDeliveryPage.tsx'), {
    resolveComponent: (module) => module.CheckoutDeliveryPage,
  }),
  actions: {
    'checkout-delivery': async () => (await import('./actions.ts')).submitDelivery,
  },
};
