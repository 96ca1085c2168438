import { removeVat, type VatType } from '../prices.ts';
import { appliesToLine, assignGifts } from './assign-gifts.ts';
import { splitAmount } from './split-amount.ts';
import { type AmountByVatType, splitServicePrice } from './split-service-price.ts';

/**
 * Key of the free delivery discount in the settings of a site (`freeShippingFromInclVat`), so no promotion
 * may have it.
 */
export const FREE_SHIPPING_PROMOTION_KEY = 'free-shipping';

/** A cart line with current prices. */
export interface PricedLine {
  readonly productVariantId: number;
  /** 1 or more. */
  readonly quantity: number;
  /** Price of one piece, in euro cents incl. VAT. */
  readonly unitAmount: number;
  readonly vatType: VatType;
  /** Rate in percent. */
  readonly vatRatePercentage: number;
  /** Gift cards count as money, so no discount of the order applies to them. */
  readonly isVoucher: boolean;
}

/** An active promotion. `calculateCart` checks whether the cart meets its conditions. */
export interface ActivePromotion {
  /**
   * Permanent name of the promotion. Discounts of one type are applied in the order of these names, so that
   * the order of adding products does not matter.
   */
  readonly promotionKey: string;
  /** Name for visitors. */
  readonly description: string;
  /** Variants that the promotion applies to; the whole order if omitted. */
  readonly productVariantIds?: ReadonlySet<number>;
  /**
   * Minimum value of the goods that the promotion applies to, in euro cents incl. VAT, without gift cards. A
   * promotion on the order compares it with the value after product discounts, a promotion on products with
   * their full price. Null or omitted: no minimum.
   */
  readonly minimumAmount?: number | null;
  readonly gives:
    | { readonly kind: 'percentage' /** 0 to 100. */; readonly percentage: number }
    | {
        readonly kind: 'amount' /** Euro cents; applied once, even if it applies to several lines. */;
        readonly amount: number;
      }
    | { readonly kind: 'freeShipping' }
    | {
        readonly kind: 'freeProduct';
        readonly productVariantId: number;
        /**
         * Number of free pieces; if `forEvery` is a number, per that many pieces of the products that it
         * applies to.
         */
        readonly quantity: number;
        readonly forEvery: number | null;
        /** Pieces in stock; null if stock is not counted. */
        readonly stockAmount: number | null;
      };
}

/**
 * Reason why a promotion is not applied: the goods are below its minimum, the cart has none of its products,
 * the gift is sold out, or delivery is free anyway.
 */
export type UnappliedReason = 'minimum' | 'no_products' | 'no_gift' | 'already_free';

/** A free product added to a line. */
export interface GiftProduct {
  readonly promotionKey: string;
  readonly productVariantId: number;
  /** 1 or more. */
  readonly quantity: number;
}

/** A discount, in euro cents above 0. */
export interface Discount {
  readonly description: string;
  readonly promotionKey: string;
  readonly amount: number;
}

export interface CartToCalculate {
  readonly lines: readonly PricedLine[];
  readonly promotions: readonly ActivePromotion[];
  /** Cost of the selected delivery option, in euro cents incl. VAT; 0 if nothing is sent as a parcel. */
  readonly originalShippingCosts: number;
  /** Value of the goods from which delivery is free, in euro cents incl. VAT; null if never. */
  readonly freeShippingFrom: {
    readonly amount: number;
    readonly description: string;
    readonly promotionKey: string;
  } | null;
  /** Cost of the selected payment method, in euro cents incl. VAT. */
  readonly paymentCosts: number;
  /** VAT rates of the site, in percent. */
  readonly rates: Readonly<Record<'high' | 'low', number>>;
}

export interface CalculatedLine {
  readonly productVariantId: number;
  /** Price × quantity, euro cents incl. VAT. */
  readonly originalAmount: number;
  readonly productDiscounts: readonly Discount[];
  /** Amount after the product discounts, in euro cents incl. VAT. */
  readonly totalAmount: number;
  /** Amount paid for the line, after its share of the discounts on the order, in euro cents incl. VAT. */
  readonly paidAmount: number;
  /** VAT in the amount paid, in euro cents. */
  readonly vatAmount: number;
  readonly freeProducts: readonly GiftProduct[];
}

/** VAT of one rate, in euro cents. */
export interface VatAmount {
  readonly vatType: VatType;
  readonly vatRatePercentage: number;
  readonly amountExclVat: number;
  readonly vatAmount: number;
}

/** Price of a cart; all amounts in euro cents, incl. VAT unless their name says otherwise. */
export interface CartCalculation {
  readonly lines: readonly CalculatedLine[];
  readonly subTotalAmount: number;
  readonly orderDiscounts: readonly Discount[];
  readonly originalShippingCosts: number;
  readonly shippingDiscounts: readonly Discount[];
  readonly shippingCosts: number;
  readonly shippingCostsExclVat: number;
  readonly paymentCosts: number;
  readonly totalAmount: number;
  readonly vatAmountLow: number;
  readonly vatAmountHigh: number;
  readonly totalAmountExclVat: number;
  /** One entry per rate in the cart, highest first. */
  readonly vatAmounts: readonly VatAmount[];
  /** Promotions that are not applied, by promotionKey, with the reason. */
  readonly unapplied: ReadonlyMap<string, UnappliedReason>;
}

interface LineWithDiscounts {
  readonly line: PricedLine;
  readonly originalAmount: number;
  readonly productDiscounts: readonly Discount[];
  readonly totalAmount: number;
}

const sumAmounts = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
const sumDiscounts = (discounts: readonly Discount[]) => sumAmounts(discounts.map(({ amount }) => amount));

/**
 * Returns the reduction of an amount by a promotion, at most the amount itself; a percentage is rounded half
 * up.
 */
function getReduction({ gives }: ActivePromotion, amount: number): number {
  if (gives.kind === 'amount') return Math.min(gives.amount, amount);
  if (gives.kind !== 'percentage') return 0;
  // A percentage has at most two decimals, so the product in hundredths is exact.
  return Math.min(Math.round((amount * Math.round(gives.percentage * 100)) / 10_000), amount);
}

/** Returns the reason why the cart does not meet the conditions of a promotion; null if it does. */
function findUnappliedReason(
  promotion: ActivePromotion,
  lines: readonly LineWithDiscounts[],
): UnappliedReason | null {
  const matchingLines = lines.filter(({ line }) => appliesToLine(promotion, line));
  if (matchingLines.length === 0) return 'no_products';
  const amount = sumAmounts(
    matchingLines.map(({ originalAmount, totalAmount }) =>
      promotion.productVariantIds ? originalAmount : totalAmount,
    ),
  );
  return amount < (promotion.minimumAmount ?? 0) ? 'minimum' : null;
}

const listDiscountAboveZero = ({ description, promotionKey }: ActivePromotion, amount: number): Discount[] =>
  amount > 0 ? [{ description, promotionKey, amount }] : [];

/** Applies promotions to products; a fixed amount on several lines is split between them. */
function reduceLines(
  lines: readonly LineWithDiscounts[],
  promotions: readonly ActivePromotion[],
): LineWithDiscounts[] {
  let reduced = [...lines];
  for (const promotion of promotions) {
    const matchingLines = reduced.filter(({ line }) => appliesToLine(promotion, line));
    const shares = splitAmount(
      getReduction(promotion, sumAmounts(matchingLines.map(({ totalAmount }) => totalAmount))),
      matchingLines.map(({ line, totalAmount }) => ({ weight: totalAmount, order: line.productVariantId })),
    );
    const shareOf = new Map(
      matchingLines.map(({ line }, index) => [line.productVariantId, shares[index] ?? 0]),
    );
    reduced = reduced.map((entry) => {
      const share = shareOf.get(entry.line.productVariantId) ?? 0;
      return {
        ...entry,
        productDiscounts: [...entry.productDiscounts, ...listDiscountAboveZero(promotion, share)],
        totalAmount: entry.totalAmount - share,
      };
    });
  }
  return reduced;
}

/** Applies promotions to one amount, sequentially. */
function reduceAmount(amount: number, promotions: readonly ActivePromotion[]): Discount[] {
  const discounts: Discount[] = [];
  for (const promotion of promotions) {
    const left = amount - sumDiscounts(discounts);
    discounts.push(...listDiscountAboveZero(promotion, getReduction(promotion, left)));
  }
  return discounts;
}

/**
 * Finds the discount that makes delivery free. Only the first one applies, since it leaves nothing to
 * discount.
 */
function findFreeShipping(
  { originalShippingCosts, freeShippingFrom }: CartToCalculate,
  promotions: readonly ActivePromotion[],
  goodsAmount: number,
): Pick<ActivePromotion, 'description' | 'promotionKey'> | undefined {
  if (originalShippingCosts === 0) return undefined;
  const isEnough = freeShippingFrom !== null && goodsAmount >= freeShippingFrom.amount;
  return isEnough ? freeShippingFrom : promotions[0];
}

function splitOverRates(
  amount: number,
  paidByRate: AmountByVatType,
  rates: CartToCalculate['rates'],
): VatAmount[] {
  const { high, low } = splitServicePrice(amount, paidByRate);
  return [createVatAmount('high', rates.high, high), createVatAmount('low', rates.low, low)];
}

function createVatAmount(vatType: VatType, vatRatePercentage: number, amount: number): VatAmount {
  const amountExclVat = removeVat(amount, vatRatePercentage);
  return { vatType, vatRatePercentage, amountExclVat, vatAmount: amount - amountExclVat };
}

function sumByRate(amounts: readonly VatAmount[]): VatAmount[] {
  const sums = new Map<string, VatAmount>();
  for (const amount of amounts) {
    if (amount.amountExclVat === 0 && amount.vatAmount === 0) continue;
    const key = `${amount.vatType} ${amount.vatRatePercentage}`;
    const sum = sums.get(key) ?? { ...amount, amountExclVat: 0, vatAmount: 0 };
    sums.set(key, {
      ...sum,
      amountExclVat: sum.amountExclVat + amount.amountExclVat,
      vatAmount: sum.vatAmount + amount.vatAmount,
    });
  }
  return [...sums.values()].toSorted((a, b) => b.vatRatePercentage - a.vatRatePercentage);
}

/**
 * Calculates a cart in this order:
 *
 * 1. price × quantity
 * 2. discounts on products, never below 0, and their sum
 * 3. discounts on the order, on everything except gift cards
 * 4. delivery, less discounts
 * 5. payment costs
 * 6. the total
 *
 * Discounts on the order are split over the lines in proportion. Delivery and payment are split over the VAT
 * rates in proportion to the goods (at the high rate if there are only gift cards). Both use the largest
 * remainder. The VAT of an amount is the remainder after round half up (amount ÷ (1 + rate)).
 *
 * @returns the same result for the same goods, in whichever order they were added
 */
export function calculateCart(cart: CartToCalculate): CartCalculation {
  const { originalShippingCosts, paymentCosts, rates } = cart;
  const unapplied = new Map<string, UnappliedReason>();
  const whole = cart.lines.map((line): LineWithDiscounts => {
    const originalAmount = line.quantity * line.unitAmount;
    return { line, originalAmount, productDiscounts: [], totalAmount: originalAmount };
  });
  // Sorted by key, so that the order of the promotions does not matter.
  const promotions = cart.promotions.toSorted((a, b) => (a.promotionKey < b.promotionKey ? -1 : 1));
  /** Returns the promotions whose conditions the cart meets, and records the reason for the others. */
  const listAppliedPromotions = (
    lines: readonly LineWithDiscounts[],
    isForOrder: boolean,
  ): ActivePromotion[] =>
    promotions.filter((promotion) => {
      if ((promotion.productVariantIds === undefined) !== isForOrder) return false;
      const unappliedReason = findUnappliedReason(promotion, lines);
      if (unappliedReason !== null) unapplied.set(promotion.promotionKey, unappliedReason);
      return unappliedReason === null;
    });
  const ofProducts = listAppliedPromotions(whole, false);
  const reduced = reduceLines(whole, ofProducts);
  const ofOrder = listAppliedPromotions(reduced, true);
  const subTotalAmount = sumAmounts(reduced.map(({ totalAmount }) => totalAmount));

  const discountable = reduced.filter(({ line }) => !line.isVoucher);
  const orderDiscounts = reduceAmount(
    sumAmounts(discountable.map(({ totalAmount }) => totalAmount)),
    ofOrder,
  );
  const orderDiscount = sumDiscounts(orderDiscounts);
  const shares = splitAmount(
    orderDiscount,
    discountable.map(({ line, totalAmount }) => ({ weight: totalAmount, order: line.productVariantId })),
  );
  const shareOf = new Map(discountable.map(({ line }, index) => [line.productVariantId, shares[index] ?? 0]));

  // Sorted by key, so that the last piece in stock always goes to the same promotion.
  const applied = promotions.filter(
    (promotion) => ofProducts.includes(promotion) || ofOrder.includes(promotion),
  );
  const given = assignGifts(cart.lines, applied);
  for (const promotionKey of given.soldOut) unapplied.set(promotionKey, 'no_gift');

  const goods = reduced.map(({ line, ...entry }) => {
    const paid = entry.totalAmount - (shareOf.get(line.productVariantId) ?? 0);
    const vat = createVatAmount(line.vatType, line.vatRatePercentage, paid);
    const freeProducts = given.byVariantId.get(line.productVariantId) ?? [];
    return {
      paid,
      vat,
      result: {
        productVariantId: line.productVariantId,
        ...entry,
        paidAmount: paid,
        vatAmount: vat.vatAmount,
        freeProducts,
      },
    };
  });
  const paidAt = (type: VatType) =>
    sumAmounts(goods.filter(({ vat }) => vat.vatType === type).map(({ paid }) => paid));
  const paidByRate = { high: paidAt('high'), low: paidAt('low') };

  const freeing = applied.filter(({ gives }) => gives.kind === 'freeShipping');
  const reason = findFreeShipping(cart, freeing, subTotalAmount - orderDiscount);
  const shippingDiscounts = reason
    ? [{ description: reason.description, promotionKey: reason.promotionKey, amount: originalShippingCosts }]
    : [];
  for (const promotion of freeing) {
    if (promotion !== reason) unapplied.set(promotion.promotionKey, 'already_free');
  }
  const shippingCosts = originalShippingCosts - sumDiscounts(shippingDiscounts);
  const shipping = splitOverRates(shippingCosts, paidByRate, rates);
  const vatAmounts = sumByRate([
    ...goods.map(({ vat }) => vat),
    ...shipping,
    ...splitOverRates(paymentCosts, paidByRate, rates),
  ]);
  const vatOf = (type: VatType) =>
    sumAmounts(vatAmounts.filter(({ vatType }) => vatType === type).map(({ vatAmount }) => vatAmount));
  const totalAmount = subTotalAmount - orderDiscount + shippingCosts + paymentCosts;
  return {
    lines: goods.map(({ result }) => result),
    subTotalAmount,
    orderDiscounts,
    originalShippingCosts,
    shippingDiscounts,
    shippingCosts,
    shippingCostsExclVat: sumAmounts(shipping.map(({ amountExclVat }) => amountExclVat)),
    paymentCosts,
    totalAmount,
    vatAmountLow: vatOf('low'),
    vatAmountHigh: vatOf('high'),
    totalAmountExclVat: totalAmount - vatOf('low') - vatOf('high'),
    vatAmounts,
    unapplied,
  };
}
