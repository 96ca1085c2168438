import { incrementUses, lockPromotions } from '../../../catalogue/promotions/queries.ts';
import { deductStock } from '../../../catalogue/stock/queries.ts';
import { publishStockChange } from '../../../catalogue/stock/service.ts';
import type { Database } from '../../../core/database/database.ts';
import { createRefusal } from '../../../core/http/problem-error.ts';
import type { CalculationResult, LockedCheckoutCart } from '../../carts/service.ts';
import { limitReservationOfUnpaidOrder, type UnpaidOrder } from '../unpaid-order-stock.ts';
import { countPiecesByVariant, type NewOrderLine } from './order-lines.ts';

/**
 * Deducts the stock of an order.
 *
 * @returns pieces taken by variant
 * @throws ProblemError `insufficient_stock`
 */
export async function takeStock(
  transaction: Database,
  lines: readonly NewOrderLine[],
  unpaid: UnpaidOrder,
  now: Date,
): Promise<ReadonlyMap<number, number>> {
  const { taken, shortages, changes } = await deductStock(
    transaction,
    countPiecesByVariant(lines),
    unpaid.totalAmount > 0
      ? (amounts) => limitReservationOfUnpaidOrder(transaction, amounts, unpaid)
      : undefined,
  );
  if (shortages.length > 0) throw createRefusal('insufficient_stock', { lines: [...shortages] });
  await publishStockChange(transaction, changes, now);
  return taken;
}

/**
 * Counts the order as a use of its promotions.
 *
 * @returns ids of the promotions
 * @throws ProblemError `total_changed` if other orders have used up a promotion since the calculation
 */
export async function takePromotions(
  transaction: Database,
  cart: LockedCheckoutCart,
  { promotionKeys }: CalculationResult,
): Promise<readonly number[]> {
  const promotions = await lockPromotions(transaction, promotionKeys);
  if (promotions.some(({ isUsedUp }) => isUsedUp)) {
    // A new calculation leaves the promotion out.
    const { calculated: again } = await cart.calculate();
    throw createRefusal('total_changed', { totalAmount: again.totalAmount });
  }
  const promotionIds = promotions.map(({ promotionId }) => promotionId);
  await incrementUses(transaction, promotionIds);
  return promotionIds;
}
