import { isRefusedVerdict } from '../../../shared/rules/lab-results.ts';
import { loadForSignedInVisitor } from '../../features/account/load-for-signed-in-visitor.ts';
import {
  isInProgress,
  listReorderProducts,
  toOrderListItem,
} from '../../features/account/order-list-item.ts';
import { type AccountSample, fetchAccountSamples } from '../../features/lab-results/load-report.ts';
import type { LoadResult, PrivateLoadContext } from '../../load-context.ts';
import type { AccountHomeData } from './page.ts';

/** Number of orders whose products are offered again. */
const MAX_RECENT_ORDERS = 10;
const MAX_REORDER_PRODUCTS = 4;

/** Lists the batches with an unread report that forbids feeding them, the worst first. */
function listRefusedBatches(samples: readonly AccountSample[]): AccountHomeData['refused'] {
  const batches = new Map<string, AccountHomeData['refused'][number]>();
  for (const { sampleName, batch, isRead, verdict } of samples) {
    if (!isRead && verdict !== null && isRefusedVerdict(verdict)) batches.set(batch, { sampleName, verdict });
  }
  return [...batches.values()].toSorted((a, b) => b.verdict.localeCompare(a.verdict));
}

/** Loads the account overview. Orders are optional. */
export function loadAccountHome(context: PrivateLoadContext): Promise<LoadResult<AccountHomeData>> {
  const { visitor, optional, scope, shop } = context;
  return loadForSignedInVisitor<AccountHomeData>(context, shop.t('account.title'), async () => {
    const [found, samples] = await Promise.all([
      optional((options) => visitor.fetchOrders({ query: { pageSize: MAX_RECENT_ORDERS } }, options)),
      scope.site.enableRqs
        ? optional((options) => fetchAccountSamples({ visitor, critical: options }))
        : null,
    ]);
    const orders = found?.items.map(toOrderListItem) ?? [];
    return {
      kind: 'accountHome',
      refused: listRefusedBatches(samples ?? []),
      orders: found && {
        latest: orders.find(({ status }) => isInProgress(status)) ?? null,
        again: listReorderProducts(orders, MAX_REORDER_PRODUCTS),
        total: found.total,
      },
    };
  });
}
