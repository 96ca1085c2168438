import loadable from '@loadable/component';
import { getCartHandoverPath } from '../../../shared/rules/cart/cart-paths.ts';
import type { ScreenPage } from '../page-definition.ts';

/** Page that takes over a cart from another site. */
export interface CartHandoverData {
  readonly kind: 'cartHandover';
}

export const cartHandoverPage: ScreenPage<CartHandoverData> = {
  kind: 'cartHandover',
  path: getCartHandoverPath,
  cachePolicy: 'private',
  query: 'plain',
  isConfidential: true,
  tellsOfForms: true,
  load: async (context) => (await import('../loads.ts')).loadCartHandover(context),
  hasLateStyles: true,
  component: loadable(() => import('./CartHandoverPage.tsx'), {
    resolveComponent: (module) => module.CartHandoverPage,
  }),
  actions: {
    'cart-receive': async () => (await import('./actions.ts')).receiveCart,
  },
};
