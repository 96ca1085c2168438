import loadable from '@loadable/component';
import { getCartHandoverPath } from '../../../shared/rules/cart/cart-paths.ts';
import type { StaticRoute } from '../page-definition.ts';

/** Page that takes over a cart from another site. */
export interface CartHandoverData {
  readonly kind: 'cartHandover';
}

export const cartHandoverPage: StaticRoute<CartHandoverData> = {
  kind: 'cartHandover',
  path: getCartHandoverPath,
  cachePolicy: 'private',
  query: 'plain',
  isConfidential: true,
  showsFormNotices: true,
  load: async (context) => (await import('../page-loaders.ts')).loadCartHandover(context),
  hasDeferredStyles: true,
  component: loadable(() => import('./CartHandoverPage.tsx'), {
    resolveComponent: (module) => module.CartHandoverPage,
  }),
  actions: {
    'cart-receive': async () => (await import('./actions.ts')).receiveCart,
  },
};
