import loadable from '@loadable/component';
import type { SavedAddress } from '../../../shared/contract/accounts.ts';
import { getCheckoutPath } from '../../../shared/rules/checkout/checkout-paths.ts';
import type { ShownCountry } from '../../features/checkout/countries.ts';
import type { CheckoutFrame } from '../../features/checkout/load-checkout.ts';
import type { FormPlaces } from '../../forms/action-result.ts';
import { checkoutLayout } from '../../shell/checkout/checkout-layout.ts';
import type { ScreenPage } from '../page-definition.ts';

export interface CheckoutDeliveryData {
  readonly kind: 'checkoutDelivery';
  readonly frame: CheckoutFrame;
  /** Prices in euro cents. */
  readonly methods: readonly {
    readonly shippingMethod: number;
    readonly price: number;
    readonly priceExVat: number;
  }[];
  /** Those that the site delivers to. */
  readonly countries: readonly ShownCountry[];
  /** The address book of who is signed in, without addresses that the site does not deliver to; null for guests. */
  readonly addresses: readonly SavedAddress[] | null;
  /** Parcel points and dealers near to the billing address, or to what was asked for before. */
  readonly places: FormPlaces;
}

export const checkoutDeliveryPage: ScreenPage<CheckoutDeliveryData> = {
  kind: 'checkoutDelivery',
  path: (locale) => getCheckoutPath(locale, 'delivery'),
  cachePolicy: 'private',
  query: 'plain',
  changedBy: ['cart'],
  asksForPosition: true,
  hasLateStyles: true,
  leadsToPayment: true,
  layout: checkoutLayout,
  load: async (context) => (await import('../loads.ts')).loadCheckoutDelivery(context),
  component: loadable(() => import('./CheckoutDeliveryPage.tsx'), {
    resolveComponent: (module) => module.CheckoutDeliveryPage,
  }),
  actions: {
    'checkout-delivery': async () => (await import('./actions.ts')).submitDelivery,
  },
};
