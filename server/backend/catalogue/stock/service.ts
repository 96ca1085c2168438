import type { Stock } from '../../../../shared/contract/products.ts';
import { joinDeliveryTimes } from '../../../../shared/rules/delivery-time.ts';
import { enqueuePurge } from '../../core/cache-purges.ts';
import type { Database } from '../../core/database/database.ts';
import type { SiteRecord } from '../../sites/site-record.ts';
import { listProductIds } from '../products/queries.ts';
import type { StockChange } from './queries.ts';

/** Maximum number of pieces that counts as low stock and is displayed (decisions: 'Only {amount} pieces in stock'). */
export const MAX_LOW_STOCK_PIECES = 5;

/** Returns the stock for display. @param amount pieces; null if they are not counted: always available */
export function toDisplayedStock(amount: number | null, deliveryTimeDays: string | null): Stock {
  const isAvailable = amount === null || amount > 0;
  return {
    isAvailable,
    amountLeft: amount !== null && isAvailable && amount <= MAX_LOW_STOCK_PIECES ? amount : null,
    deliveryTimeDays: isAvailable ? deliveryTimeDays : null,
  };
}

/**
 * Returns the delivery time in working days: that of the goods, or that of the destination if it is longer.
 *
 * @param goodsTime minimum working days of the goods ('1-2'); null for goods that are not delivered
 * @param countryId destination; if it is not known yet, the country of the site is used
 */
export function getDeliveryTime(
  { site, setting }: Pick<SiteRecord, 'site' | 'setting'>,
  goodsTime: string | null,
  countryId: number | null = null,
): string | null {
  if (goodsTime === null) return null;
  return joinDeliveryTimes([goodsTime, setting.deliveryTimes.get(countryId ?? site.countryId) ?? null]);
}

/** Returns whether a change affects pages. */
function isVisibleStockChange({ before, after }: StockChange): boolean {
  const [was, is] = [toDisplayedStock(before, null), toDisplayedStock(after, null)];
  return was.isAvailable !== is.isAvailable || was.amountLeft !== is.amountLeft;
}

/**
 * Purges the product pages that change: the variant is sold out, back, or few pieces are left. Notifies the
 * subscribers of variants that are back. Runs in the transaction of the change.
 */
export async function publishStockChange(
  transaction: Database,
  changes: readonly StockChange[],
  now: Date,
): Promise<void> {
  const visibleChanges = changes.filter(isVisibleStockChange);
  if (visibleChanges.length === 0) return;
  const productIds = await listProductIds(
    transaction,
    visibleChanges.map(({ productVariantId }) => productVariantId),
  );
  await enqueuePurge(
    transaction,
    productIds.map((productId) => `product-${productId}`),
    now,
  );
  if (visibleChanges.some(({ before, after }) => before === 0 && after !== 0))
    transaction.wake('stock-reminders');
}
