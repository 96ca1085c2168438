import type { Stock } from '../../../../shared/contract/products.ts';
import { joinDeliveryTimes } from '../../../../shared/rules/delivery-time.ts';
import type { Database } from '../../database/database.ts';
import { putPurge } from '../../outbox/purges.ts';
import type { SiteRecord } from '../../scope/site-record.ts';
import { listProductIds } from '../products/queries.ts';
import type { StockChange } from './queries.ts';

/** Stock is told in pieces only where so few are left (decisions: 'Only {amount} pieces in stock'). */
const LAST_PIECES = 5;

/** @param amount pieces, null where they are not counted: always available */
export function createStock(amount: number | null, deliveryTimeDays: string | null): Stock {
  const isAvailable = amount === null || amount > 0;
  return {
    isAvailable,
    amountLeft: amount !== null && isAvailable && amount <= LAST_PIECES ? amount : null,
    deliveryTimeDays: isAvailable ? deliveryTimeDays : null,
  };
}

/**
 * Returns the working days of a delivery: those of the goods, or those of the destination where it takes longer.
 *
 * @param goodsTime working days that the goods take at least ('1-2'); null for goods that are not delivered
 * @param countryId destination; null while it is not known: the country of the site
 */
export function getDeliveryTime(
  { site, setting }: Pick<SiteRecord, 'site' | 'setting'>,
  goodsTime: string | null,
  countryId: number | null = null,
): string | null {
  if (goodsTime === null) return null;
  return joinDeliveryTimes([goodsTime, setting.deliveryTimes.get(countryId ?? site.countryId) ?? null]);
}

/** Whether pages say something else after a change than before it. */
function isShown({ before, after }: StockChange): boolean {
  const [was, is] = [createStock(before, null), createStock(after, null)];
  return was.isAvailable !== is.isAvailable || was.amountLeft !== is.amountLeft;
}

/**
 * Has the pages of products forgotten that say something else now: it is gone, it is back, so many of the last pieces are left. Whoever
 * waits for what is back is told of it. In the transaction of the change.
 */
export async function noteStockChange(
  transaction: Database,
  changes: readonly StockChange[],
  now: Date,
): Promise<void> {
  const shown = changes.filter(isShown);
  if (shown.length === 0) return;
  const productIds = await listProductIds(
    transaction,
    shown.map(({ productVariantId }) => productVariantId),
  );
  await putPurge(
    transaction,
    productIds.map((productId) => `product-${productId}`),
    now,
  );
  if (shown.some(({ before, after }) => before === 0 && after !== 0)) transaction.wake('stock-reminders');
}
