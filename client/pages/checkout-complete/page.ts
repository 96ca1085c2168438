import loadable from '@loadable/component';
import type { ContentPage } from '../../../shared/contract/content.ts';
import type { Order } from '../../../shared/contract/orders.ts';
import { getCheckoutPath } from '../../../shared/rules/checkout/checkout-paths.ts';
import { checkoutLayout } from '../../shell/checkout/checkout-layout.ts';
import type { ScreenPage } from '../page-definition.ts';

export interface CheckoutCompleteData {
  readonly kind: 'checkoutComplete';
  /** Null where the address names no order. */
  readonly access: { readonly orderId: string; readonly token: string } | null;
  /** Null where it cannot be shown. */
  readonly order: Order | null;
  /** The order could not be had; it is perhaps only away. */
  readonly isFailed: boolean;
  /** What the site says of orders that are paid, and of payments that did not succeed. */
  readonly success: ContentPage | null;
  readonly failed: ContentPage | null;
}

export const checkoutCompletePage: ScreenPage<CheckoutCompleteData> = {
  kind: 'checkoutComplete',
  path: (locale) => getCheckoutPath(locale, 'complete'),
  cachePolicy: 'private',
  query: 'mailedLink',
  isConfidential: true,
  hasLateStyles: true,
  leadsToPayment: true,
  layout: checkoutLayout,
  load: async (context) => (await import('../loads.ts')).loadCheckoutComplete(context),
  component: loadable(() => import('./CheckoutCompletePage.tsx'), {
    resolveComponent: (module) => module.CheckoutCompletePage,
  }),
  actions: {
    'order-pay': async () => (await import('./actions.ts')).payOrder,
    'order-change': async () => (await import('./actions.ts')).changeOrder,
  },
};
