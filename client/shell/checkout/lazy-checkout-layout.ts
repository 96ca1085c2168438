import loadable from '@loadable/component';

/** Layout of the checkout in a chunk of its own. */
export const lazyCheckoutLayout = loadable(() => import('./CheckoutLayout.tsx'), {
  resolveComponent: (module) => module.CheckoutLayout,
});
