import type { OrderLineRecord } from '../orders/queries.ts';
import { splitPaymentCosts } from '../orders/service.ts';
import type { OrderRecord } from '../orders/types.ts';
import type { PaymentLine } from './provider.ts';

/** Maximum length of a line name in characters. */
const MAX_DESCRIPTION_LENGTH = 100;

const shortenDescription = (text: string): string => [...text].slice(0, MAX_DESCRIPTION_LENGTH).join('');

/** Returns the VAT included in an amount, rounded half up. Uses integers, so it is exact. Euro cents. */
export function getIncludedVat(amount: number, vatRatePercentage: number): number {
  const rate = Math.round(vatRatePercentage * 100);
  const whole = 10_000 + rate;
  return Math.floor((2 * amount * rate + whole) / (2 * whole));
}

function createPaymentLine(
  kind: PaymentLine['kind'],
  description: string,
  totalAmount: number,
  vatRatePercentage: number,
): PaymentLine {
  return {
    kind,
    description: shortenDescription(description),
    quantity: 1,
    unitAmount: totalAmount,
    discountAmount: 0,
    totalAmount,
    vatRatePercentage,
    vatAmount:
      kind === 'giftCard' || kind === 'discount' ? 0 : getIncludedVat(totalAmount, vatRatePercentage),
  };
}

function createProductLine(line: OrderLineRecord): PaymentLine {
  const { description, productLabel, quantity, originalAmount, paidAmount, vatRatePercentage } = line;
  const isWhole = originalAmount % quantity === 0;
  return {
    kind: line.isSentAsParcel ? 'goods' : 'digital',
    description: shortenDescription(productLabel === '' ? description : `${description}, ${productLabel}`),
    quantity: isWhole ? quantity : 1,
    unitAmount: isWhole ? originalAmount / quantity : originalAmount,
    discountAmount: originalAmount - paidAmount,
    totalAmount: paidAmount,
    vatRatePercentage,
    vatAmount: getIncludedVat(paidAmount, vatRatePercentage),
  };
}

/**
 * Returns the lines of a payment, which add up to its amount to the cent: goods, each after its share of all
 * discounts; delivery and payment costs by VAT rate; and the gift card as a negative line.
 *
 * @param amount euro cents of the payment
 * @param labels labels in the language of the customer
 */
export function createPaymentLines(
  order: Pick<OrderRecord, 'vatAmounts' | 'paymentCosts' | 'giftCardAmount' | 'orderNumber'>,
  orderLines: readonly OrderLineRecord[],
  amount: number,
  labels: { readonly delivery: string; readonly paymentCosts: string; readonly giftCard: string },
): PaymentLine[] {
  const productLines = orderLines.map(createProductLine);
  const sumUp = (lines: readonly PaymentLine[]) => lines.reduce((sum, line) => sum + line.totalAmount, 0);
  const costs = splitPaymentCosts(order, orderLines).map(({ amount: cents, vatRatePercentage }) =>
    createPaymentLine('surcharge', labels.paymentCosts, cents, vatRatePercentage),
  );
  const delivery = order.vatAmounts.flatMap(({ vatRatePercentage, amountExclVat, vatAmount }) => {
    const amountOfRate = sumUp(
      [...productLines, ...costs].filter((line) => line.vatRatePercentage === vatRatePercentage),
    );
    const rest = amountExclVat + vatAmount - amountOfRate;
    return rest > 0 ? [createPaymentLine('delivery', labels.delivery, rest, vatRatePercentage)] : [];
  });
  const card =
    order.giftCardAmount > 0
      ? [createPaymentLine('giftCard', labels.giftCard, -order.giftCardAmount, 0)]
      : [];
  const lines = [...productLines, ...delivery, ...costs, ...card];
  // Providers refuse lines that do not add up to the amount. There should be no rest; if there is one, it
  // gets its own line.
  const rest = amount - sumUp(lines);
  if (rest === 0) return lines;
  return [...lines, createPaymentLine(rest > 0 ? 'surcharge' : 'discount', order.orderNumber, rest, 0)];
}
