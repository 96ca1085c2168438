import loadable from '@loadable/component';
import { getCartImpersonationPath } from '../../../shared/rules/cart/cart-paths.ts';
import type { StaticRoute } from '../page-definition.ts';

/** Page on which a staff member opens a customer's cart. */
export interface CartImpersonationData {
  readonly kind: 'cartImpersonation';
}

export const cartImpersonationPage: StaticRoute<CartImpersonationData> = {
  kind: 'cartImpersonation',
  path: getCartImpersonationPath,
  cachePolicy: 'private',
  query: 'plain',
  isConfidential: true,
  load: async (context) => (await import('../page-loaders.ts')).loadCartImpersonation(context),
  hasDeferredStyles: true,
  component: loadable(() => import('./CartImpersonationPage.tsx'), {
    resolveComponent: (module) => module.CartImpersonationPage,
  }),
  actions: {
    'cart-impersonate': async () => (await import('./actions.ts')).impersonateCart,
    'cart-leave': async () => (await import('./actions.ts')).leaveImpersonatedCart,
  },
};
