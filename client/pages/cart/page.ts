import loadable from '@loadable/component';
import { getCartPath } from '../../../shared/rules/cart/cart-paths.ts';
import type { LoadedCart } from '../../store/fetch-cart.ts';
import type { ListedProduct } from '../../store/listed-product.ts';
import type { StaticRoute } from '../page-definition.ts';

export interface CartData {
  readonly kind: 'cart';
  readonly loaded: LoadedCart;
  /** Whether loading failed. Then `loaded` has no cart, although one may exist. */
  readonly isFailed: boolean;
  /** Unpaid order of this browser; null if there is none or it was not loaded in time. */
  readonly unpaidOrder: {
    readonly orderNumber: string;
    readonly amount: number;
    readonly path: string;
  } | null;
  /** Selling points next to the total. */
  readonly usps: readonly string[];
  /**
   * Whether to suggest signing in: the cart is empty and the visitor is not signed in, so the account may
   * have a cart.
   */
  readonly asksToSignIn: boolean;
  /** Matching products; null if they were not loaded in time. */
  readonly recommended: readonly ListedProduct[] | null;
}

export const cartPage: StaticRoute<CartData> = {
  kind: 'cart',
  path: getCartPath,
  cachePolicy: 'private',
  query: 'plain',
  changedBy: ['cart'],
  showsFormNotices: true,
  load: async (context) => (await import('../page-loaders.ts')).loadCart(context),
  hasDeferredStyles: true,
  component: loadable(() => import('./CartPage.tsx'), {
    resolveComponent: (module) => module.CartPage,
  }),
  actions: {
    'cart-add': async () => (await import('./actions.ts')).addProduct,
    'cart-quantity': async () => (await import('./actions.ts')).setQuantity,
    'cart-remove': async () => (await import('./actions.ts')).removeProduct,
    'cart-undo': async () => (await import('./actions.ts')).undoRemoval,
    'cart-sample': async () => (await import('./actions.ts')).nameSamples,
    'cart-sample-remove': async () => (await import('./actions.ts')).removeSample,
    'cart-code': async () => (await import('./actions.ts')).setCode,
    'cart-code-remove': async () => (await import('./actions.ts')).removeCode,
  },
  listProductCards: ({ recommended }) => recommended ?? [],
};
