import { isRefusedVerdict } from '../../../shared/rules/lab-results.ts';
import { loadForOwner } from '../../features/account/load-for-owner.ts';
import { isUnderWay, listProductsAgain, toShownOrder } from '../../features/account/shown-order.ts';
import { fetchOwnSamples, type OwnSample } from '../../features/lab-results/load-report.ts';
import type { LoadResult, PrivateLoadContext } from '../../load-context.ts';
import type { AccountHomeData } from './page.ts';

/** Number of orders whose products are offered again. */
const ORDERS_LOOKED_AT = 10;
const MOST_PRODUCTS = 4;

/** Lists the batches with an unread report that forbids feeding them, the worst first. */
function listRefused(samples: readonly OwnSample[]): AccountHomeData['refused'] {
  const batches = new Map<string, AccountHomeData['refused'][number]>();
  for (const { sampleName, batch, isRead, verdict } of samples) {
    if (!isRead && verdict !== null && isRefusedVerdict(verdict)) batches.set(batch, { sampleName, verdict });
  }
  return [...batches.values()].toSorted((a, b) => b.verdict.localeCompare(a.verdict));
}

/** Loads the account overview. Orders are optional. */
export function loadAccountHome(context: PrivateLoadContext): Promise<LoadResult<AccountHomeData>> {
  const { visitor, optional, scope, shop } = context;
  return loadForOwner<AccountHomeData>(context, shop.t('account.title'), async () => {
    const [found, samples] = await Promise.all([
      optional((options) => visitor.fetchOrders({ query: { pageSize: ORDERS_LOOKED_AT } }, options)),
      scope.site.enableRqs ? optional((options) => fetchOwnSamples({ visitor, critical: options })) : null,
    ]);
    const orders = found?.items.map(toShownOrder) ?? [];
    return {
      kind: 'accountHome',
      refused: listRefused(samples ?? []),
      orders: found && {
        latest: orders.find(({ status }) => isUnderWay(status)) ?? null,
        again: listProductsAgain(orders, MOST_PRODUCTS),
        total: found.total,
      },
    };
  });
}
