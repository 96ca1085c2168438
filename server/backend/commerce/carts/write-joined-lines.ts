import { MAX_LINES } from '../../../../shared/rules/cart/cart-limits.ts';
import { isRoughageTest } from '../../../../shared/rules/cart/shipping-properties.ts';
import type { Database } from '../../core/database/database.ts';
import { type JoinableLine, joinLines } from './join-lines.ts';
import { deleteSamples, insertSamples, listCartLines, putCartLine } from './queries.ts';

/** Adds lines to a locked cart: the larger quantity of each line, and the union of its samples by name. */
export async function writeJoinedLines(
  transaction: Database,
  cartId: number,
  lines: readonly JoinableLine[],
): Promise<void> {
  for (const line of joinLines(await listCartLines(transaction, cartId), lines, MAX_LINES)) {
    const { productVariantId, count, samples, dropped } = line;
    await putCartLine(transaction, { cartId, productVariantId, count });
    if (!isRoughageTest(line)) continue;
    await deleteSamples(transaction, cartId, productVariantId, dropped);
    await insertSamples(transaction, cartId, productVariantId, samples);
  }
}
