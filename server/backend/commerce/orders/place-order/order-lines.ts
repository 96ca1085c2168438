import { isSentAsParcel } from '../../../../../shared/rules/cart/shipping-properties.ts';
import { ProblemError } from '../../../core/http/problem-error.ts';
import type { SoldLine } from '../../carts/service.ts';
import type { OrderLineRecord } from '../queries.ts';
import type { orderSample } from '../tables.ts';

export type NewOrderLine = Omit<OrderLineRecord, 'orderId'>;

/** Returns the order lines of a cart line and its gifts. Their stock amounts are set later. */
function createOrderLines({
  calculatedLine,
  goods,
  paidAmount,
  gifts,
}: SoldLine): Omit<NewOrderLine, 'position'>[] {
  const { productId, productVariantId, productType, quantity, description, productLabel } = calculatedLine;
  const line = {
    productId,
    productVariantId,
    productType,
    isGift: false,
    isVoucher: goods.isVoucher,
    isSentAsParcel: isSentAsParcel(goods.summary),
    quantity,
    description,
    productLabel,
    originalAmount: calculatedLine.originalAmount,
    totalAmount: calculatedLine.totalAmount,
    productDiscounts: [...calculatedLine.productDiscounts],
    paidAmount,
    vatType: calculatedLine.vatType,
    vatRatePercentage: calculatedLine.vatRatePercentage,
    vatAmount: calculatedLine.vatAmount,
    stockAmount: 0,
  };
  const given = gifts.map(({ goods: gift, productLabel: label, quantity: pieces, vat, promotion }) => {
    const { summary, isVoucher } = gift;
    const originalAmount = summary.price.amountInclVat * pieces;
    const { promotionKey, promotionText } = promotion;
    return {
      productId: summary.productId,
      productVariantId: summary.productVariantId,
      productType: summary.productType,
      isGift: true,
      isVoucher,
      isSentAsParcel: isSentAsParcel(summary),
      quantity: pieces,
      description: summary.title,
      productLabel: label,
      originalAmount,
      totalAmount: 0,
      productDiscounts: [
        { description: promotionText || promotion.description, promotionKey, amount: originalAmount },
      ],
      paidAmount: 0,
      ...vat,
      vatAmount: 0,
      stockAmount: 0,
    };
  });
  return [line, ...given];
}

/**
 * Numbers the lines, and lists the samples of roughage tests.
 *
 * @throws ProblemError `samples_unnamed`
 */
export function numberOrderLines(sold: readonly SoldLine[]): {
  readonly lines: NewOrderLine[];
  readonly samples: Omit<typeof orderSample.$inferInsert, 'orderId'>[];
} {
  const entries = sold
    .flatMap((entry) =>
      createOrderLines(entry).map((line) => ({
        line,
        calculatedLine: line.isGift ? null : entry.calculatedLine,
      })),
    )
    .map(({ line, calculatedLine: told }, index) => ({ line: { ...line, position: index + 1 }, told }));
  return {
    lines: entries.map(({ line }) => line),
    samples: entries.flatMap(({ line: { position }, told }) =>
      (told?.rqsSamples ?? []).map(({ sequence, sampleName }) => {
        if (sampleName === null) throw new ProblemError('samples_unnamed');
        return { position, sequence, sampleName };
      }),
    ),
  };
}

/** Counts the requested pieces by variant, including gifts. */
export function countPiecesByVariant(lines: readonly NewOrderLine[]): Map<number, number> {
  const pieces = new Map<number, number>();
  for (const { productVariantId, quantity } of lines) {
    pieces.set(productVariantId, (pieces.get(productVariantId) ?? 0) + quantity);
  }
  return pieces;
}

/** Sets the pieces of each line that come from stock; 0 if the variant's stock is not counted. */
export const assignTakenStock = (
  lines: readonly NewOrderLine[],
  taken: ReadonlyMap<number, number>,
): NewOrderLine[] =>
  lines.map((line) => ({ ...line, stockAmount: taken.has(line.productVariantId) ? line.quantity : 0 }));
