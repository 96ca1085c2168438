import loadable from '@loadable/component';

/**
 * Manufacturer and warnings of products that are not feed, in a chunk of its own, because few products have
 * them.
 */
export const ProductSafety = loadable(() => import('./ProductSafety.tsx'), {
  resolveComponent: (module) => module.ProductSafety,
});
