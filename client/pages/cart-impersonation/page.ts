import loadable from '@loadable/component';
import { getCartImpersonationPath } from '../../../shared/rules/cart/cart-paths.ts';
import type { ScreenPage } from '../page-definition.ts';

/** Page on which a staff member opens a customer's cart. */
export interface CartImpersonationData {
  readonly kind: 'cartImpersonation';
}

export const cartImpersonationPage: ScreenPage<CartImpersonationData> = {
  kind: 'cartImpersonation',
  path: getCartImpersonationPath,
  cachePolicy: 'private',
  query: 'plain',
  isConfidential: true,
  load: async (context) => (await import('../loads.ts')).loadCartImpersonation(context),
  hasLateStyles: true,
  component: loadable(() => import('./CartImpersonationPage.tsx'), {
    resolveComponent: (module) => module.CartImpersonationPage,
  }),
  actions: {
    'cart-impersonate': async () => (await import('./actions.ts')).impersonateCart,
    'cart-leave': async () => (await import('./actions.ts')).leaveCart,
  },
};
