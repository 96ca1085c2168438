import loadable from '@loadable/component';
import { getCartPath } from '../../../shared/rules/cart/cart-paths.ts';
import type { CardProduct } from '../../store/card-product.ts';
import type { LoadedCart } from '../../store/fetch-cart.ts';
import type { ScreenPage } from '../page-definition.ts';

export interface CartData {
  readonly kind: 'cart';
  readonly loaded: LoadedCart;
  /** The cart could not be had: there is none in `loaded`, but it is perhaps only away. */
  readonly isFailed: boolean;
  /** The order that this browser has placed and not paid. Null if there is none, or it came too late. */
  readonly unpaidOrder: {
    readonly orderNumber: string;
    readonly amount: number;
    readonly path: string;
  } | null;
  /** What the shop promises beside the total. */
  readonly usps: readonly string[];
  /** The cart is empty and the visitor is not signed in: an account may have a cart. */
  readonly asksToSignIn: boolean;
  /** What goes well with what is in it; null if it came too late. */
  readonly recommended: readonly CardProduct[] | null;
}

export const cartPage: ScreenPage<CartData> = {
  kind: 'cart',
  path: getCartPath,
  cachePolicy: 'private',
  query: 'plain',
  changedBy: ['cart'],
  tellsOfForms: true,
  load: async (context) => (await import('../loads.ts')).loadCart(context),
  hasLateStyles: true,
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
  listCards: ({ recommended }) => recommended ?? [],
};
