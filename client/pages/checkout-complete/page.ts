import loadable from '@loadable/component';
import type { ContentPage } from '../../../shared/contract/content.ts';
import type { Order } from '../../../shared/contract/orders.ts';
import { getCheckoutPath } from '../../../shared/rules/checkout/checkout-paths.ts';
import { lazyCheckoutLayout } from '../../shell/checkout/lazy-checkout-layout.ts';
import type { StaticRoute } from '../page-definition.ts';

export interface CheckoutCompleteData {
  readonly kind: 'checkoutComplete';
  /** Null if the URL names no order. */
  readonly access: { readonly orderId: string; readonly token: string } | null;
  /** Null if the order cannot be shown. */
  readonly order: Order | null;
  /** Whether loading the order failed. The order may exist nevertheless. */
  readonly isFailed: boolean;
  /** The site's texts about paid orders and about failed payments. */
  readonly success: ContentPage | null;
  readonly failed: ContentPage | null;
}

export const checkoutCompletePage: StaticRoute<CheckoutCompleteData> = {
  kind: 'checkoutComplete',
  path: (locale) => getCheckoutPath(locale, 'complete'),
  cachePolicy: 'private',
  query: 'mailedLink',
  isConfidential: true,
  hasDeferredStyles: true,
  redirectsToPayment: true,
  layout: lazyCheckoutLayout,
  load: async (context) => (await import('../page-loaders.ts')).loadCheckoutComplete(context),
  component: loadable(() => import('./CheckoutCompletePage.tsx'), {
    resolveComponent: (module) => module.CheckoutCompletePage,
  }),
  actions: {
    'order-pay': async () => (await import('./actions.ts')).payOrder,
    'order-change': async () => (await import('./actions.ts')).returnOrderToCart,
  },
};
