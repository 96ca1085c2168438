import { loadForOwner } from '../../features/account/load-for-owner.ts';
import { isUnderWay, listProductsAgain, toShownOrder } from '../../features/account/shown-order.ts';
import type { LoadResult, PrivateLoadContext } from '../../load-context.ts';
import type { AccountHomeData } from './page.ts';

/** Orders whose products are offered again. */
const ORDERS_LOOKED_AT = 10;
const MOST_PRODUCTS = 4;

/** Loads the first page of the account. It is of use without the orders, too. */
export function loadAccountHome(context: PrivateLoadContext): Promise<LoadResult<AccountHomeData>> {
  const { visitor, optional, shop } = context;
  return loadForOwner<AccountHomeData>(context, shop.t('account.title'), async () => {
    const found = await optional((options) =>
      visitor.fetchOrders({ query: { pageSize: ORDERS_LOOKED_AT } }, options),
    );
    const orders = found?.items.map(toShownOrder) ?? [];
    return {
      kind: 'accountHome',
      orders: found && {
        latest: orders.find(({ status }) => isUnderWay(status)) ?? null,
        again: listProductsAgain(orders, MOST_PRODUCTS),
        total: found.total,
      },
    };
  });
}
