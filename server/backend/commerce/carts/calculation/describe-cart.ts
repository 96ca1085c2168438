import type { CalculatedCart2 } from '../../../../../shared/contract/cart-calculations.ts';
import type {
  CartCalculation,
  CartToCalculate,
  UnappliedReason,
} from '../../../../../shared/rules/cart/calculate-cart.ts';
import {
  hasOnlyRoughageTests,
  isRoughageTest,
  isSentAsParcel,
} from '../../../../../shared/rules/cart/shipping-properties.ts';
import { joinDeliveryTimes } from '../../../../../shared/rules/delivery-time.ts';
import type { RunningPromotion } from '../../../catalogue/promotions/queries.ts';
import { type CartGiftCard, calculateCoveredAmount } from '../../gift-cards/queries.ts';
import type { ReadGoods } from './read-goods.ts';
import { copyDiscounts, type LineToCalculate, type SoldLine } from './sold-lines.ts';

/** What a discount code led to. */
export interface DiscountCodeOutcome {
  /** The promotion of the discount code; undefined if none is running on this site. */
  readonly codePromotion: RunningPromotion | undefined;
  /** Why the code gives no discount; undefined if it does. */
  readonly reason: UnappliedReason | undefined;
}

function describeDiscountCode(
  code: string | null,
  { codePromotion, reason }: DiscountCodeOutcome,
): CalculatedCart2['discountCode'] {
  if (code === null) return null;
  const unappliedReason =
    codePromotion === undefined ? 'ended' : codePromotion.isUsedUp ? 'used_up' : (reason ?? null);
  return {
    code: codePromotion?.code ?? code,
    isApplied: unappliedReason === null,
    reason: unappliedReason,
    minimumAmount: unappliedReason === 'minimum' ? (codePromotion?.minimumAmount ?? null) : null,
  };
}

/** Returns a calculation as the cart that the customer sees. */
export function describeCart(
  input: {
    readonly lines: readonly LineToCalculate[];
    readonly discountCode: string | null;
    readonly giftCard: CartGiftCard | null;
  },
  { goodsById, nameById }: Pick<ReadGoods, 'goodsById' | 'nameById'>,
  calculated: {
    readonly calculation: CartCalculation;
    readonly soldLines: readonly SoldLine[];
    readonly freeShippingFrom: CartToCalculate['freeShippingFrom'];
    readonly outcome: DiscountCodeOutcome;
    readonly now: Date;
  },
): CalculatedCart2 {
  const { calculation, soldLines, freeShippingFrom, outcome, now } = calculated;
  const lines = soldLines.map(({ calculatedLine }) => calculatedLine);
  const needsDelivery = soldLines.some(({ goods }) => isSentAsParcel(goods.summary));
  const sumQuantities = (counted: typeof lines) => counted.reduce((sum, { quantity }) => sum + quantity, 0);
  const giftCount = lines
    .flatMap(({ freeProducts }) => freeProducts)
    .reduce((sum, { quantity }) => sum + quantity, 0);
  const orderDiscount = calculation.orderDiscounts.reduce((sum, { amount }) => sum + amount, 0);
  const hasShippingCosts = needsDelivery && calculation.originalShippingCosts > 0;
  return {
    products: lines,
    shippingDiscounts: copyDiscounts(calculation.shippingDiscounts),
    originalShippingCosts: calculation.originalShippingCosts,
    orderDiscounts: copyDiscounts(calculation.orderDiscounts),
    shippingCosts: calculation.shippingCosts,
    paymentCosts: calculation.paymentCosts,
    totalAmount: calculation.totalAmount,
    giftCardAmount: calculateCoveredAmount(input.giftCard, calculation.totalAmount, now),
    giftCard: input.giftCard && { lastFour: input.giftCard.lastFour, balance: input.giftCard.balance },
    vatAmountLow: calculation.vatAmountLow,
    vatAmountHigh: calculation.vatAmountHigh,
    subTotalAmount: calculation.subTotalAmount,
    totalAmountExclVat: calculation.totalAmountExclVat,
    shippingCostsExclVat: calculation.shippingCostsExclVat,
    vatAmounts: calculation.vatAmounts.map((amount) => ({ ...amount })),
    discountCode: describeDiscountCode(input.discountCode, outcome),
    itemCount: sumQuantities(lines.filter((line) => !isRoughageTest(line))) + giftCount,
    testCount: sumQuantities(lines.filter(isRoughageTest)),
    scanProductsOnly: hasOnlyRoughageTests(soldLines.map(({ goods }) => goods.summary)),
    needsDelivery,
    heaviestParcelGrams: Math.max(
      0,
      ...soldLines
        .filter(({ goods }) => isSentAsParcel(goods.summary))
        .map(({ goods }) => goods.grossWeightGrams),
    ),
    freeShippingMissingAmount:
      freeShippingFrom === null || !hasShippingCosts
        ? null
        : Math.max(0, freeShippingFrom.amount - (calculation.subTotalAmount - orderDiscount)),
    deliveryTimeDays: joinDeliveryTimes(lines.map(({ product }) => product.stock.deliveryTimeDays)),
    unavailableProducts: input.lines
      .filter(({ productVariantId }) => !goodsById.has(productVariantId))
      .map(({ productVariantId, count }) => ({
        productVariantId,
        description: nameById.get(productVariantId) ?? '',
        quantity: count,
      })),
  };
}
