import loadable from '@loadable/component';
import { ACCOUNT_PATH } from '../../../shared/rules/path-constants.ts';
import type { OrderListItem } from '../../features/account/order-list-item.ts';
import type { AccountInfo } from '../../store/account.ts';
import type { ListedProduct } from '../../store/listed-product.ts';
import type { StaticRoute } from '../page-definition.ts';

/** Account overview. */
export interface AccountHomeData {
  readonly kind: 'accountHome';
  readonly owner: AccountInfo;
  /** Batches with an unread report that forbids feeding them, without duplicates. */
  readonly refused: readonly { readonly sampleName: string; readonly verdict: 'C' | 'D' }[];
  /** Null if the orders were not loaded in time. */
  readonly orders: {
    /** Latest open order, or null. */
    readonly latest: OrderListItem | null;
    /** Products of earlier orders that can be ordered again. */
    readonly again: readonly ListedProduct[];
    /** Total number of orders. */
    readonly total: number;
  } | null;
}

export const accountHomePage: StaticRoute<AccountHomeData> = {
  kind: 'accountHome',
  path: () => ACCOUNT_PATH,
  cachePolicy: 'private',
  query: 'plain',
  changedBy: ['account'],
  isSignInRequired: true,
  hasDeferredStyles: true,
  load: async (context) => (await import('../page-loaders.ts')).loadAccountHome(context),
  component: loadable(() => import('./AccountHomePage.tsx'), {
    resolveComponent: (module) => module.AccountHomePage,
  }),
  actions: {
    // The form is on every account page.
    'sign-out': async () => (await import('./actions.ts')).signOut,
  },
};
