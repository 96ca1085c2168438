import loadable from '@loadable/component';
import type { AccountOrder, InvoiceSummary, Order } from '../../../shared/contract/orders.ts';
import { ACCOUNT_ORDERS_PATTERN } from '../../../shared/rules/account/account-paths.ts';
import type { OrderListItem } from '../../features/account/order-list-item.ts';
import type { AccountInfo } from '../../store/account.ts';
import type { ListedProduct } from '../../store/listed-product.ts';
import type { StaticRoute } from '../page-definition.ts';

type OrderLine = Order['lines'][number];

/** An order on its own page, without the product fields that the page does not show. */
export type AccountOrderView = Omit<AccountOrder, 'lines'> & {
  readonly lines: readonly (Omit<OrderLine, 'product'> & { readonly product: ListedProduct | null })[];
  readonly invoices: readonly InvoiceSummary[];
};

/** Orders of the signed-in customer, or one of them. */
export interface AccountOrdersData {
  readonly kind: 'accountOrders';
  readonly owner: AccountInfo;
  readonly shown:
    | {
        readonly view: 'list';
        /** On the first page, the latest open order, which is not in `orders`; otherwise null. */
        readonly latest: OrderListItem | null;
        readonly orders: readonly OrderListItem[];
        readonly page: number;
        readonly pageCount: number;
      }
    | {
        readonly view: 'order';
        readonly order: AccountOrderView;
        /**
         * Labels of the withdrawal buttons that the law of the market requires; null if they were not loaded
         * in time.
         */
        readonly withdrawalWords: { readonly begin: string; readonly confirm: string } | null;
      };
}

export const accountOrdersPage: StaticRoute<AccountOrdersData> = {
  kind: 'accountOrders',
  path: () => ACCOUNT_ORDERS_PATTERN,
  cachePolicy: 'private',
  query: 'orders',
  changedBy: ['account'],
  isSignInRequired: true,
  showsFormNotices: true,
  redirectsToPayment: true,
  hasDeferredStyles: true,
  load: async (context) => (await import('../page-loaders.ts')).loadAccountOrders(context),
  component: loadable(() => import('./AccountOrdersPage.tsx'), {
    resolveComponent: (module) => module.AccountOrdersPage,
  }),
  actions: {
    'order-again': async () => (await import('./actions.ts')).orderAgain,
    'order-cancel': async () => (await import('./actions.ts')).cancelOrder,
  },
};
