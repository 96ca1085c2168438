import type { ActivePromotion, GiftProduct, PricedLine } from './calculate-cart.ts';

/**
 * Returns true if a promotion applies to the goods of a line: those that it names, or everything except gift
 * cards.
 */
export const appliesToLine = (
  { productVariantIds }: ActivePromotion,
  { productVariantId, isVoucher }: PricedLine,
): boolean => (productVariantIds ? productVariantIds.has(productVariantId) : !isVoucher);

/**
 * Determines the gifts of promotions, while stocks last. The pieces of all lines that a promotion applies to
 * are added up. The gift belongs to the line with most of them (of two, the lower productVariantId), so that
 * the order of adding does not matter.
 *
 * @param promotions promotions whose conditions the cart meets, in the order in which they take from stock;
 *   purchased pieces take precedence
 * @returns gifts by the productVariantId of their line, and the keys of promotions whose gift is sold out
 */
export function assignGifts(
  lines: readonly PricedLine[],
  promotions: readonly ActivePromotion[],
): {
  readonly byVariantId: ReadonlyMap<number, readonly GiftProduct[]>;
  readonly soldOut: readonly string[];
} {
  const byVariantId = new Map<number, GiftProduct[]>();
  const soldOut: string[] = [];
  const taken = new Map(lines.map(({ productVariantId, quantity }) => [productVariantId, quantity]));
  for (const promotion of promotions) {
    const { gives, promotionKey } = promotion;
    if (gives.kind !== 'freeProduct') continue;
    const matchingLines = lines.filter((line) => appliesToLine(promotion, line));
    const [most] = matchingLines.toSorted(
      (a, b) => b.quantity - a.quantity || a.productVariantId - b.productVariantId,
    );
    const pieces = matchingLines.reduce((sum, { quantity }) => sum + quantity, 0);
    const earned =
      gives.forEvery === null ? gives.quantity : Math.floor(pieces / gives.forEvery) * gives.quantity;
    if (!most || earned === 0) continue;
    const takenBefore = taken.get(gives.productVariantId) ?? 0;
    const left = gives.stockAmount === null ? earned : Math.max(0, gives.stockAmount - takenBefore);
    const quantity = Math.min(earned, left);
    if (quantity === 0) {
      soldOut.push(promotionKey);
      continue;
    }
    taken.set(gives.productVariantId, takenBefore + quantity);
    const given = { promotionKey, productVariantId: gives.productVariantId, quantity };
    byVariantId.set(most.productVariantId, [...(byVariantId.get(most.productVariantId) ?? []), given]);
  }
  return { byVariantId, soldOut };
}
