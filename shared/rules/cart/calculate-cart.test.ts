import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type AppliedPromotion,
  type CartToCalculate,
  calculateCart,
  type PricedLine,
} from './calculate-cart.ts';

const createLine = (
  productVariantId: number,
  unitAmount: number,
  change: Partial<PricedLine> = {},
): PricedLine => ({
  productVariantId,
  quantity: 1,
  unitAmount,
  vatType: 'high',
  vatRatePercentage: 21,
  isVoucher: false,
  ...change,
});

const createCart = (change: Partial<CartToCalculate> = {}): CartToCalculate => ({
  lines: [],
  promotions: [],
  originalShippingCosts: 695,
  freeShippingFrom: { amount: 6000, description: 'Free delivery', promotionKey: 'free-delivery' },
  paymentCosts: 0,
  rates: { high: 21, low: 9 },
  ...change,
});

const percentOff = (percentage: number, promotionKey = 'stal10'): AppliedPromotion => ({
  promotionKey,
  description: `${percentage} %`,
  gives: { kind: 'percentage', percentage },
});
const amountOff = (amount: number, promotionKey = 'five'): AppliedPromotion => ({
  promotionKey,
  description: 'Off',
  gives: { kind: 'amount', amount },
});

describe('a cart', () => {
  it('costs what the drawing of the cart says', () => {
    const cart = createCart({
      lines: [createLine(1, 4390), createLine(2, 2695), createLine(3, 3995)],
      promotions: [percentOff(10)],
    });
    expect(calculateCart(cart)).toMatchObject({
      subTotalAmount: 11_080,
      orderDiscounts: [{ promotionKey: 'stal10', amount: 1108 }],
      shippingCosts: 0,
      shippingDiscounts: [{ promotionKey: 'free-delivery', amount: 695 }],
      totalAmount: 9972,
      totalAmountExclVat: 8241,
      vatAmountHigh: 1731,
      vatAmountLow: 0,
      vatAmounts: [{ vatType: 'high', vatRatePercentage: 21, amountExclVat: 8241, vatAmount: 1731 }],
    });
  });

  it('costs nothing where nothing is in it', () => {
    const empty = calculateCart(createCart({ originalShippingCosts: 0 }));
    expect(empty).toMatchObject({ totalAmount: 0, totalAmountExclVat: 0, vatAmounts: [], lines: [] });
  });

  it.each([
    // What is left of the goods decides, after the discounts of the order.
    ['below the limit', 5999, [], 695],
    ['at the limit', 6000, [], 0],
    ['below it by a discount', 6000, [amountOff(1)], 695],
    [
      'with a promotion',
      100,
      [{ ...percentOff(0, 'freeship'), gives: { kind: 'freeShipping' } as const }],
      0,
    ],
  ])('is delivered %s for what that costs', (_case, unitAmount, promotions, shippingCosts) => {
    const result = calculateCart(createCart({ lines: [createLine(1, unitAmount)], promotions }));
    expect(result.shippingCosts).toBe(shippingCosts);
  });

  it('takes no discount of the order off gift cards, and the delivery of gift cards at the high rate', () => {
    const voucher = createLine(9, 2500, { vatType: 'none', vatRatePercentage: 0, isVoucher: true });
    const result = calculateCart(
      createCart({
        lines: [voucher, createLine(1, 1000)],
        promotions: [percentOff(50)],
        freeShippingFrom: null,
      }),
    );
    expect(result).toMatchObject({ orderDiscounts: [{ amount: 500 }], totalAmount: 2500 + 500 + 695 });
    const alone = calculateCart(
      createCart({ lines: [voucher], promotions: [percentOff(50)], originalShippingCosts: 121 }),
    );
    expect(alone).toMatchObject({
      orderDiscounts: [],
      totalAmount: 2621,
      vatAmountHigh: 21,
      vatAmountLow: 0,
    });
  });

  it('taxes delivery and payment in proportion to the goods of each rate', () => {
    const low = createLine(2, 3000, { vatType: 'low', vatRatePercentage: 9 });
    const result = calculateCart(
      createCart({
        lines: [createLine(1, 1000), low],
        originalShippingCosts: 400,
        paymentCosts: 100,
        freeShippingFrom: null,
      }),
    );
    // 100 and 300 of the delivery, 25 and 75 of the payment.
    expect(result.vatAmounts).toEqual([
      { vatType: 'high', vatRatePercentage: 21, amountExclVat: 826 + 83 + 21, vatAmount: 174 + 17 + 4 },
      { vatType: 'low', vatRatePercentage: 9, amountExclVat: 2752 + 275 + 69, vatAmount: 248 + 25 + 6 },
    ]);
    expect(result.shippingCostsExclVat).toBe(83 + 275);
  });

  it('never makes a line or the order cost less than nothing', () => {
    const ofOne: AppliedPromotion = { ...amountOff(5000, 'a-gift'), productVariantIds: new Set([1]) };
    const result = calculateCart(
      createCart({
        lines: [createLine(1, 300), createLine(2, 200)],
        promotions: [ofOne, amountOff(900)],
        originalShippingCosts: 0,
      }),
    );
    expect(result.lines.map(({ totalAmount }) => totalAmount)).toEqual([0, 200]);
    expect(result).toMatchObject({ orderDiscounts: [{ amount: 200 }], totalAmount: 0 });
  });

  it('gives a percentage on what other discounts have left', () => {
    const result = calculateCart(
      createCart({ lines: [createLine(1, 1000)], promotions: [percentOff(10, 'b'), percentOff(10, 'a')] }),
    );
    expect(result.orderDiscounts.map(({ promotionKey, amount }) => [promotionKey, amount])).toEqual([
      ['a', 100],
      ['b', 90],
    ]);
  });
});

const rates = [
  { vatType: 'high', vatRatePercentage: 21 },
  { vatType: 'low', vatRatePercentage: 5.5 },
  { vatType: 'none', vatRatePercentage: 0 },
] as const;

const lines = fc.uniqueArray(
  fc.record({
    productVariantId: fc.integer({ min: 1, max: 5000 }),
    quantity: fc.integer({ min: 1, max: 999 }),
    unitAmount: fc.integer({ min: 0, max: 200_000 }),
    rate: fc.constantFrom(...rates),
    isVoucher: fc.boolean(),
  }),
  { selector: ({ productVariantId }) => productVariantId, maxLength: 20 },
);
const promotions = fc.uniqueArray(
  fc.record({
    promotionKey: fc.string({ minLength: 1, maxLength: 3 }),
    gives: fc.oneof(
      fc.record({
        kind: fc.constant('percentage' as const),
        percentage: fc.integer({ min: 0, max: 10_000 }).map((n) => n / 100),
      }),
      fc.record({ kind: fc.constant('amount' as const), amount: fc.integer({ min: 0, max: 100_000 }) }),
      fc.record({ kind: fc.constant('freeShipping' as const) }),
    ),
    productVariantIds: fc.option(fc.array(fc.integer({ min: 1, max: 5000 }), { maxLength: 200 })),
  }),
  { selector: ({ promotionKey }) => promotionKey, maxLength: 4 },
);
const carts = fc
  .record({
    lines,
    promotions,
    originalShippingCosts: fc.integer({ min: 0, max: 3000 }),
    paymentCosts: fc.integer({ min: 0, max: 500 }),
    freeFrom: fc.option(fc.integer({ min: 0, max: 20_000 })),
  })
  .map(
    ({ freeFrom, ...cart }): CartToCalculate => ({
      ...cart,
      rates: { high: 21, low: 5.5 },
      freeShippingFrom:
        freeFrom === null ? null : { amount: freeFrom, description: 'Free', promotionKey: 'free' },
      lines: cart.lines.map(({ rate, ...line }) => ({ ...line, ...rate })),
      promotions: cart.promotions.map(({ productVariantIds, ...promotion }) => ({
        ...promotion,
        description: 'Promotion',
        ...(productVariantIds && { productVariantIds: new Set(productVariantIds) }),
      })),
    }),
  );
const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
/** A million in the long form. */
const RUNS = Number(process.env.CART_RUNS ?? 500);
const settings = { seed: 20_261_122, numRuns: RUNS };

describe('any cart', () => {
  it('adds up to the cent, by lines and by rates', () => {
    fc.assert(
      fc.property(carts, (cart) => {
        const result = calculateCart(cart);
        const discounts = [...result.orderDiscounts, ...result.shippingDiscounts].map(({ amount }) => amount);
        expect(result.subTotalAmount).toBe(sumOf(result.lines.map(({ totalAmount }) => totalAmount)));
        expect(result.totalAmount).toBe(
          result.subTotalAmount + result.originalShippingCosts - sumOf(discounts) + result.paymentCosts,
        );
        expect(
          sumOf(result.vatAmounts.flatMap(({ amountExclVat, vatAmount }) => [amountExclVat, vatAmount])),
        ).toBe(result.totalAmount);
        expect(result.totalAmountExclVat + result.vatAmountHigh + result.vatAmountLow).toBe(
          result.totalAmount,
        );
        for (const [index, line] of result.lines.entries()) {
          const { quantity, unitAmount } = cart.lines[index]!;
          expect(line.originalAmount).toBe(quantity * unitAmount);
          expect(line.totalAmount).toBe(
            line.originalAmount - sumOf(line.productDiscounts.map(({ amount }) => amount)),
          );
        }
      }),
      settings,
    );
  });

  it('has no amount below nothing, and no discount of nothing', () => {
    fc.assert(
      fc.property(carts, (cart) => {
        const {
          lines: calculated,
          orderDiscounts,
          shippingDiscounts,
          vatAmounts,
          ...totals
        } = calculateCart(cart);
        for (const amount of Object.values(totals)) expect(amount).toBeGreaterThanOrEqual(0);
        for (const { productDiscounts, ...line } of calculated) {
          for (const amount of [line.totalAmount, line.vatAmount]) expect(amount).toBeGreaterThanOrEqual(0);
          for (const { amount } of productDiscounts) expect(amount).toBeGreaterThan(0);
        }
        for (const { amount } of [...orderDiscounts, ...shippingDiscounts]) expect(amount).toBeGreaterThan(0);
        for (const { vatAmount } of vatAmounts) expect(vatAmount).toBeGreaterThanOrEqual(0);
      }),
      settings,
    );
  });

  it('is the same in whichever order it was filled, and when it is calculated again', () => {
    fc.assert(
      fc.property(carts, (cart) => {
        const byVariant = (result: ReturnType<typeof calculateCart>) => ({
          ...result,
          lines: result.lines.toSorted((a, b) => a.productVariantId - b.productVariantId),
        });
        const once = byVariant(calculateCart(cart));
        expect(byVariant(calculateCart(cart))).toEqual(once);
        const turned = { ...cart, lines: cart.lines.toReversed(), promotions: cart.promotions.toReversed() };
        expect(byVariant(calculateCart(turned))).toEqual(once);
      }),
      settings,
    );
  });

  it('takes no more VAT off than the rate says, within a cent for each amount that is taxed', () => {
    fc.assert(
      fc.property(carts, (cart) => {
        for (const { vatRatePercentage, amountExclVat, vatAmount } of calculateCart(cart).vatAmounts) {
          const exact = (amountExclVat * vatRatePercentage) / 100;
          expect(Math.abs(vatAmount - exact)).toBeLessThanOrEqual(cart.lines.length + 2);
        }
      }),
      settings,
    );
  });
});
