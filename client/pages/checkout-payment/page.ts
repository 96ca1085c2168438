import loadable from '@loadable/component';
import type { PaymentMethodOption } from '../../../shared/contract/orders.ts';
import { getCheckoutPath } from '../../../shared/rules/checkout/checkout-paths.ts';
import type { SharedCheckoutData } from '../../features/checkout/load-checkout.ts';
import { lazyCheckoutLayout } from '../../shell/checkout/lazy-checkout-layout.ts';
import type { StaticRoute } from '../page-definition.ts';

export interface CheckoutPaymentData {
  readonly kind: 'checkoutPayment';
  readonly frame: SharedCheckoutData;
  readonly methods: readonly PaymentMethodOption[];
}

export const checkoutPaymentPage: StaticRoute<CheckoutPaymentData> = {
  kind: 'checkoutPayment',
  path: (locale) => getCheckoutPath(locale, 'payment'),
  cachePolicy: 'private',
  query: 'plain',
  changedBy: ['cart'],
  hasDeferredStyles: true,
  redirectsToPayment: true,
  layout: lazyCheckoutLayout,
  load: async (context) => (await import('../page-loaders.ts')).loadCheckoutPayment(context),
  component: loadable(() => import('./CheckoutPaymentPage.tsx'), {
    resolveComponent: (module) => module.CheckoutPaymentPage,
  }),
  actions: {
    'checkout-payment': async () => (await import('./actions.ts')).submitPayment,
    'checkout-code': async () => (await import('./actions.ts')).setCheckoutDiscountCode,
    'checkout-code-remove': async () => (await import('./actions.ts')).removeCheckoutDiscountCode,
  },
};
