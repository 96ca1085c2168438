import loadable from '@loadable/component';

/** Who made goods that are no feed, and their warnings, in a chunk of its own: few products have them. */
export const ProductSafety = loadable(() => import('./ProductSafety.tsx'), {
  resolveComponent: (module) => module.ProductSafety,
});
