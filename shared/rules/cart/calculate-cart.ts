import { removeVat, type VatType } from '../prices.ts';
import { giveProducts, isFor } from './give-products.ts';
import { splitAmount } from './split-amount.ts';
import { type AmountByType, splitService } from './split-service.ts';

/** Names the discount that is in the settings of a site (`freeShippingFromInclVat`), so no promotion may bear it. */
export const FREE_SHIPPING_KEY = 'free-shipping';

/** A line of a cart with what it costs at the instant. */
export interface PricedLine {
  readonly productVariantId: number;
  /** 1 or more. */
  readonly quantity: number;
  /** Of one piece, euro cents incl. VAT. */
  readonly unitAmount: number;
  readonly vatType: VatType;
  /** In percent. */
  readonly vatRatePercentage: number;
  /** Gift cards are money: no discount of the order is on them. */
  readonly isVoucher: boolean;
}

/** A promotion that runs at the instant; what the cart must hold for it is looked at here. */
export interface AppliedPromotion {
  /** Names the promotion for good; discounts of one kind are taken in the order of these names, so that adding in another order changes nothing. */
  readonly promotionKey: string;
  /** What it is called for the visitor. */
  readonly description: string;
  /** On each of these variants; on the whole order where it is missing. */
  readonly productVariantIds?: ReadonlySet<number>;
  /**
   * Euro cents incl. VAT that the goods it is for must reach, gift cards left out: with the discounts on products taken off where it is
   * on the order, at their full price where it is on products itself. Null or missing: no minimum.
   */
  readonly minimumAmount?: number | null;
  readonly gives:
    | { readonly kind: 'percentage' /** 0 to 100. */; readonly percentage: number }
    | {
        readonly kind: 'amount' /** Euro cents; once, also where it is on several lines. */;
        readonly amount: number;
      }
    | { readonly kind: 'freeShipping' }
    | {
        readonly kind: 'freeProduct';
        readonly productVariantId: number;
        /** Pieces that are given; where `forEvery` is a number, once for each so many pieces of what it is for. */
        readonly quantity: number;
        readonly forEvery: number | null;
        /** Pieces in stock; null where they are not counted. */
        readonly stockAmount: number | null;
      };
}

/** Why a promotion gives nothing: the goods are below its minimum, none is of those it is for, the gift is sold out, delivery is free anyway. */
export type UnappliedReason = 'minimum' | 'no_products' | 'no_gift' | 'already_free';

/** What is given along with a line, for nothing. */
export interface GivenProduct {
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
  readonly promotions: readonly AppliedPromotion[];
  /** Of the chosen way of delivery, euro cents incl. VAT; 0 where nothing goes as a parcel. */
  readonly originalShippingCosts: number;
  /** Delivery is free from this sum of the goods on, euro cents incl. VAT; null where it never is. */
  readonly freeShippingFrom: {
    readonly amount: number;
    readonly description: string;
    readonly promotionKey: string;
  } | null;
  /** Of the chosen method of payment, euro cents incl. VAT. */
  readonly paymentCosts: number;
  /** Rates of the site, in percent. */
  readonly rates: Readonly<Record<'high' | 'low', number>>;
}

export interface CalculatedLine {
  readonly productVariantId: number;
  /** Price × quantity, euro cents incl. VAT. */
  readonly originalAmount: number;
  readonly productDiscounts: readonly Discount[];
  /** After the discounts on the product, euro cents incl. VAT. */
  readonly totalAmount: number;
  /** What is paid for it, its share of the discounts on the order taken off: euro cents incl. VAT. */
  readonly paidAmount: number;
  /** In what is paid for it: euro cents. */
  readonly vatAmount: number;
  readonly freeProducts: readonly GivenProduct[];
}

/** VAT of one rate, euro cents. */
export interface VatAmount {
  readonly vatType: VatType;
  readonly vatRatePercentage: number;
  readonly amountExclVat: number;
  readonly vatAmount: number;
}

/** What a cart costs; all amounts in euro cents, incl. VAT unless their name says otherwise. */
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
  /** One per rate that is in the cart, the highest first. */
  readonly vatAmounts: readonly VatAmount[];
  /** Promotions that give nothing, by promotionKey, and why. */
  readonly unapplied: ReadonlyMap<string, UnappliedReason>;
}

interface ReducedLine {
  readonly line: PricedLine;
  readonly originalAmount: number;
  readonly productDiscounts: readonly Discount[];
  readonly totalAmount: number;
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
const sumDiscounts = (discounts: readonly Discount[]) => sumOf(discounts.map(({ amount }) => amount));

/** What a promotion takes off an amount, never more than there is; a percentage of it is rounded half up. */
function getReduction({ gives }: AppliedPromotion, amount: number): number {
  if (gives.kind === 'amount') return Math.min(gives.amount, amount);
  if (gives.kind !== 'percentage') return 0;
  // A percentage has two decimals at most: in hundredths the product is exact.
  return Math.min(Math.round((amount * Math.round(gives.percentage * 100)) / 10_000), amount);
}

/** What the cart lacks for a promotion; null where it lacks nothing. */
function findLack(promotion: AppliedPromotion, lines: readonly ReducedLine[]): UnappliedReason | null {
  const meant = lines.filter(({ line }) => isFor(promotion, line));
  if (meant.length === 0) return 'no_products';
  const amount = sumOf(
    meant.map(({ originalAmount, totalAmount }) =>
      promotion.productVariantIds ? originalAmount : totalAmount,
    ),
  );
  return amount < (promotion.minimumAmount ?? 0) ? 'minimum' : null;
}

const createDiscount = ({ description, promotionKey }: AppliedPromotion, amount: number): Discount[] =>
  amount > 0 ? [{ description, promotionKey, amount }] : [];

/** The lines with what promotions take off products; a fixed amount on several lines is spread over them. */
function reduceLines(lines: readonly ReducedLine[], promotions: readonly AppliedPromotion[]): ReducedLine[] {
  let reduced = [...lines];
  for (const promotion of promotions) {
    const meant = reduced.filter(({ line }) => isFor(promotion, line));
    const shares = splitAmount(
      getReduction(promotion, sumOf(meant.map(({ totalAmount }) => totalAmount))),
      meant.map(({ line, totalAmount }) => ({ weight: totalAmount, order: line.productVariantId })),
    );
    const shareOf = new Map(meant.map(({ line }, index) => [line.productVariantId, shares[index] ?? 0]));
    reduced = reduced.map((entry) => {
      const share = shareOf.get(entry.line.productVariantId) ?? 0;
      return {
        ...entry,
        productDiscounts: [...entry.productDiscounts, ...createDiscount(promotion, share)],
        totalAmount: entry.totalAmount - share,
      };
    });
  }
  return reduced;
}

/** What promotions take off one amount, one after the other. */
function reduceAmount(amount: number, promotions: readonly AppliedPromotion[]): Discount[] {
  const discounts: Discount[] = [];
  for (const promotion of promotions) {
    const left = amount - sumDiscounts(discounts);
    discounts.push(...createDiscount(promotion, getReduction(promotion, left)));
  }
  return discounts;
}

/** What makes delivery free; the first reason is told, since there is nothing left for another. */
function findFreeShipping(
  { originalShippingCosts, freeShippingFrom }: CartToCalculate,
  promotions: readonly AppliedPromotion[],
  goodsAmount: number,
): Pick<AppliedPromotion, 'description' | 'promotionKey'> | undefined {
  if (originalShippingCosts === 0) return undefined;
  const isEnough = freeShippingFrom !== null && goodsAmount >= freeShippingFrom.amount;
  return isEnough ? freeShippingFrom : promotions[0];
}

function splitOverRates(
  amount: number,
  paidByRate: AmountByType,
  rates: CartToCalculate['rates'],
): VatAmount[] {
  const { high, low } = splitService(amount, paidByRate);
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
 * Calculates a cart, in this order: price × quantity; discounts on products, never below 0; their sum; discounts on the order, on all but
 * gift cards; delivery, less what makes it free; costs of payment; the total. Discounts on the order are spread over their lines in
 * proportion, delivery and payment over the rates of VAT in proportion to the goods (the high rate where there are only gift cards), both
 * by the largest remainder. VAT of an amount is what is left after round half up (amount ÷ (1 + rate)).
 *
 * @returns the same for the same goods, in whichever order they were added
 */
export function calculateCart(cart: CartToCalculate): CartCalculation {
  const { originalShippingCosts, paymentCosts, rates } = cart;
  const unapplied = new Map<string, UnappliedReason>();
  const whole = cart.lines.map((line): ReducedLine => {
    const originalAmount = line.quantity * line.unitAmount;
    return { line, originalAmount, productDiscounts: [], totalAmount: originalAmount };
  });
  // By their names, so that the order in which they came changes nothing.
  const promotions = cart.promotions.toSorted((a, b) => (a.promotionKey < b.promotionKey ? -1 : 1));
  /** Those that the cart has enough for; of the others it is noted what it lacks. */
  const takeApplied = (lines: readonly ReducedLine[], ofOrder: boolean): AppliedPromotion[] =>
    promotions.filter((promotion) => {
      if ((promotion.productVariantIds === undefined) !== ofOrder) return false;
      const lack = findLack(promotion, lines);
      if (lack !== null) unapplied.set(promotion.promotionKey, lack);
      return lack === null;
    });
  const ofProducts = takeApplied(whole, false);
  const reduced = reduceLines(whole, ofProducts);
  const ofOrder = takeApplied(reduced, true);
  const subTotalAmount = sumOf(reduced.map(({ totalAmount }) => totalAmount));

  const discountable = reduced.filter(({ line }) => !line.isVoucher);
  const orderDiscounts = reduceAmount(sumOf(discountable.map(({ totalAmount }) => totalAmount)), ofOrder);
  const orderDiscount = sumDiscounts(orderDiscounts);
  const shares = splitAmount(
    orderDiscount,
    discountable.map(({ line, totalAmount }) => ({ weight: totalAmount, order: line.productVariantId })),
  );
  const shareOf = new Map(discountable.map(({ line }, index) => [line.productVariantId, shares[index] ?? 0]));

  // By their names, so that the last piece in stock goes to the same of two promotions each time.
  const applied = promotions.filter(
    (promotion) => ofProducts.includes(promotion) || ofOrder.includes(promotion),
  );
  const given = giveProducts(cart.lines, applied);
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
    sumOf(goods.filter(({ vat }) => vat.vatType === type).map(({ paid }) => paid));
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
    sumOf(vatAmounts.filter(({ vatType }) => vatType === type).map(({ vatAmount }) => vatAmount));
  const totalAmount = subTotalAmount - orderDiscount + shippingCosts + paymentCosts;
  return {
    lines: goods.map(({ result }) => result),
    subTotalAmount,
    orderDiscounts,
    originalShippingCosts,
    shippingDiscounts,
    shippingCosts,
    shippingCostsExclVat: sumOf(shipping.map(({ amountExclVat }) => amountExclVat)),
    paymentCosts,
    totalAmount,
    vatAmountLow: vatOf('low'),
    vatAmountHigh: vatOf('high'),
    totalAmountExclVat: totalAmount - vatOf('low') - vatOf('high'),
    vatAmounts,
    unapplied,
  };
}
