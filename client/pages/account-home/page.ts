import loadable from '@loadable/component';
import { ACCOUNT_PATH } from '../../../shared/rules/urls.ts';
import type { ShownOrder } from '../../features/account/shown-order.ts';
import type { AccountInfo } from '../../store/account.ts';
import type { CardProduct } from '../../store/card-product.ts';
import type { ScreenPage } from '../page-definition.ts';

/** The first page of the account. */
export interface AccountHomeData {
  readonly kind: 'accountHome';
  readonly owner: AccountInfo;
  /** Reports not read yet whose batch is refused as feed, each batch once. */
  readonly refused: readonly { readonly sampleName: string; readonly verdict: 'C' | 'D' }[];
  /** Null where they could not be had in time. */
  readonly orders: {
    /** The latest one that is not finished; null where there is none. */
    readonly latest: ShownOrder | null;
    /** What was ordered before and can be ordered again. */
    readonly again: readonly CardProduct[];
    /** How many there are in all. */
    readonly total: number;
  } | null;
}

export const accountHomePage: ScreenPage<AccountHomeData> = {
  kind: 'accountHome',
  path: () => ACCOUNT_PATH,
  cachePolicy: 'private',
  query: 'plain',
  changedBy: ['account'],
  isOwnersOnly: true,
  hasLateStyles: true,
  load: async (context) => (await import('../loads.ts')).loadAccountHome(context),
  component: loadable(() => import('./AccountHomePage.tsx'), {
    resolveComponent: (module) => module.AccountHomePage,
  }),
  actions: {
    // Stands on every page of the account.
    'sign-out': async () => (await import('./actions.ts')).signOut,
  },
};
