import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type ActivePromotion,
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

const createPercentPromotion = (percentage: number, promotionKey = 'stal10'): ActivePromotion => ({
  promotionKey,
  description: `${percentage} %`,
  gives: { kind: 'percentage', percentage },
});
const createAmountPromotion = (amount: number, promotionKey = 'five'): ActivePromotion => ({
  promotionKey,
  description: 'Off',
  gives: { kind: 'amount', amount },
});

const createFreeProductGift = (
  change: Partial<Extract<ActivePromotion['gives'], { kind: 'freeProduct' }>> = {},
) =>
  ({
    kind: 'freeProduct',
    productVariantId: 80,
    quantity: 1,
    forEvery: 2,
    stockAmount: 160,
    ...change,
  }) as const;
/** Creates a promotion with a scoop for every two bags of mash (variants 31 and 32). */
const scoop = (
  change: Parameters<typeof createFreeProductGift>[0] = {},
  promotionKey = 'scoop',
): ActivePromotion => ({
  promotionKey,
  description: 'Scoop',
  productVariantIds: new Set([31, 32]),
  gives: createFreeProductGift(change),
});
/** Lists the gifts of each line by variant, as 'quantity × variant'. */
const listEarnedGifts = (result: ReturnType<typeof calculateCart>) =>
  Object.fromEntries(
    result.lines.flatMap(({ productVariantId, freeProducts }) =>
      freeProducts.length > 0
        ? [[productVariantId, freeProducts.map((gift) => `${gift.quantity} × ${gift.productVariantId}`)]]
        : [],
    ),
  );

describe('calculateCart', () => {
  it('calculates the cart of the design drawing', () => {
    const cart = createCart({
      lines: [createLine(1, 4390), createLine(2, 2695), createLine(3, 3995)],
      promotions: [createPercentPromotion(10)],
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

  it('returns a total of 0 for an empty cart', () => {
    const empty = calculateCart(createCart({ originalShippingCosts: 0 }));
    expect(empty).toMatchObject({ totalAmount: 0, totalAmountExclVat: 0, vatAmounts: [], lines: [] });
  });

  it.each([
    // The value of the goods after the discounts of the order decides.
    ['below the threshold of free delivery', 5999, [], 695],
    ['at the threshold', 6000, [], 0],
    ['below the threshold because of a discount', 6000, [createAmountPromotion(1)], 695],
    [
      'with a promotion',
      100,
      [{ ...createPercentPromotion(0, 'freeship'), gives: { kind: 'freeShipping' } as const }],
      0,
    ],
  ])('calculates the delivery cost of a cart %s', (_case, unitAmount, promotions, shippingCosts) => {
    const result = calculateCart(createCart({ lines: [createLine(1, unitAmount)], promotions }));
    expect(result.shippingCosts).toBe(shippingCosts);
  });

  it('applies no order discount to gift cards, and taxes their delivery at the high rate', () => {
    const voucher = createLine(9, 2500, { vatType: 'none', vatRatePercentage: 0, isVoucher: true });
    const result = calculateCart(
      createCart({
        lines: [voucher, createLine(1, 1000)],
        promotions: [createPercentPromotion(50)],
        freeShippingFrom: null,
      }),
    );
    expect(result).toMatchObject({ orderDiscounts: [{ amount: 500 }], totalAmount: 2500 + 500 + 695 });
    const alone = calculateCart(
      createCart({ lines: [voucher], promotions: [createPercentPromotion(50)], originalShippingCosts: 121 }),
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

  it('never returns a negative line or total', () => {
    const ofOne: ActivePromotion = {
      ...createAmountPromotion(5000, 'a-gift'),
      productVariantIds: new Set([1]),
    };
    const result = calculateCart(
      createCart({
        lines: [createLine(1, 300), createLine(2, 200)],
        promotions: [ofOne, createAmountPromotion(900)],
        originalShippingCosts: 0,
      }),
    );
    expect(result.lines.map(({ totalAmount }) => totalAmount)).toEqual([0, 200]);
    expect(result).toMatchObject({ orderDiscounts: [{ amount: 200 }], totalAmount: 0 });
  });

  it('applies a percentage to the amount after other discounts', () => {
    const result = calculateCart(
      createCart({
        lines: [createLine(1, 1000)],
        promotions: [createPercentPromotion(10, 'b'), createPercentPromotion(10, 'a')],
      }),
    );
    expect(result.orderDiscounts.map(({ promotionKey, amount }) => [promotionKey, amount])).toEqual([
      ['a', 100],
      ['b', 90],
    ]);
  });
});

describe('calculateCart: promotion with a minimum', () => {
  const five = { ...createAmountPromotion(500), minimumAmount: 5000 };
  it.each([
    ['below the minimum', [createLine(1, 4999)], [five], 0],
    ['at the minimum', [createLine(1, 5000)], [five], 500],
    [
      'below the minimum because of a discount on a product',
      [createLine(1, 5000)],
      [five, { ...createAmountPromotion(1, 'a'), productVariantIds: new Set([1]) }],
      0,
    ],
    // Another discount on the order does not reduce the value of the goods.
    [
      'at the minimum, with another discount on the order',
      [createLine(1, 5000)],
      [five, createAmountPromotion(1, 'a')],
      501,
    ],
    [
      'at the minimum because of a gift card only',
      [createLine(1, 4999), createLine(9, 2500, { isVoucher: true })],
      [five],
      0,
    ],
  ])('applies the promotion or not for an order %s', (_case, lines, promotions, amount) => {
    const { orderDiscounts, unapplied } = calculateCart(createCart({ lines, promotions }));
    const taken = orderDiscounts.reduce((sum, discount) => sum + discount.amount, 0);
    expect(taken).toBe(amount);
    expect(unapplied.get('five')).toBe(amount === 0 ? 'minimum' : undefined);
  });

  it('compares the minimum with the full price of its own products only', () => {
    const ofOne = { ...createAmountPromotion(100), productVariantIds: new Set([1]), minimumAmount: 1000 };
    const before = { ...createAmountPromotion(400, 'a'), productVariantIds: new Set([1]) };
    const calculate = (unitAmount: number) =>
      calculateCart(
        createCart({ lines: [createLine(1, unitAmount), createLine(2, 9000)], promotions: [ofOne, before] }),
      );
    expect(calculate(999).unapplied.get('five')).toBe('minimum');
    expect(calculate(1000).lines[0]?.totalAmount).toBe(500);
  });

  it('reports that the cart contains none of its products', () => {
    const ofOther = { ...createAmountPromotion(100), productVariantIds: new Set([7]), minimumAmount: 1 };
    const result = calculateCart(createCart({ lines: [createLine(1, 1000)], promotions: [ofOther] }));
    expect(result.unapplied).toEqual(new Map([['five', 'no_products']]));
  });
});

describe('calculateCart: free delivery by a promotion', () => {
  const freeship = {
    promotionKey: 'freeship',
    description: 'Free',
    gives: { kind: 'freeShipping' },
  } as const;
  it.each([
    ['removes the cost below the threshold for free delivery', 1000, 695, 'freeship', undefined],
    ['has no effect if delivery is free anyway', 6000, 695, 'free-delivery', 'already_free'],
    ['has no effect if nothing is shipped', 1000, 0, undefined, 'already_free'],
  ])('%s', (_case, unitAmount, originalShippingCosts, promotionKey, reason) => {
    const { shippingDiscounts, shippingCosts, unapplied } = calculateCart(
      createCart({ lines: [createLine(1, unitAmount)], promotions: [freeship], originalShippingCosts }),
    );
    expect(shippingDiscounts.map((discount) => discount.promotionKey)).toEqual(
      promotionKey === undefined ? [] : [promotionKey],
    );
    expect(shippingCosts).toBe(0);
    expect(unapplied.get('freeship')).toBe(reason);
  });
});

describe('calculateCart: gifts', () => {
  const bags = (productVariantId: number, quantity: number) =>
    createLine(productVariantId, 1814, { quantity });

  it.each([
    ['one bag earns no gift', [bags(31, 1)], {}],
    ['two bags earn one gift', [bags(31, 2)], { 31: ['1 × 80'] }],
    ['five bags earn two gifts', [bags(31, 5)], { 31: ['2 × 80'] }],
    ['bags of both variants are counted together', [bags(32, 1), bags(31, 1)], { 31: ['1 × 80'] }],
    ['the gift is on the line with the most pieces', [bags(31, 1), bags(32, 3)], { 32: ['2 × 80'] }],
    ['other products earn nothing', [bags(33, 9)], {}],
  ])('earns gifts by quantity: %s', (_case, lines, expected) => {
    const result = calculateCart(createCart({ lines, promotions: [scoop()] }));
    expect(listEarnedGifts(result)).toEqual(expected);
    // The gift is free, and does not change the price of the products.
    expect(result.subTotalAmount).toBe(lines.reduce((sum, { quantity }) => sum + 1814 * quantity, 0));
  });

  it('gives a gift once if it does not depend on the quantity, and not below the minimum', () => {
    const once = { ...scoop({ forEvery: null, quantity: 3 }), minimumAmount: 3000 };
    const calculate = (quantity: number) =>
      calculateCart(createCart({ lines: [bags(31, quantity)], promotions: [once] }));
    expect(listEarnedGifts(calculate(9))).toEqual({ 31: ['3 × 80'] });
    expect(listEarnedGifts(calculate(1))).toEqual({});
    expect(calculate(1).unapplied.get('scoop')).toBe('minimum');
  });

  it.each([
    ['all earned gifts', 2, 0, ['2 × 80'], undefined],
    ['as many as are in stock', 1, 0, ['1 × 80'], undefined],
    ['none if none is in stock', 0, 0, undefined, 'no_gift'],
    // Purchased pieces take precedence.
    ['the stock that purchased pieces leave', 5, 4, ['1 × 80'], undefined],
    ['none if all pieces are purchased', 5, 5, undefined, 'no_gift'],
    ['all if stock is not tracked', null, 50, ['2 × 80'], undefined],
  ])('limits gifts to the stock: %s', (_case, stockAmount, bought, gifts, reason) => {
    const lines = [bags(31, 4), ...(bought === 0 ? [] : [createLine(80, 895, { quantity: bought })])];
    const result = calculateCart(createCart({ lines, promotions: [scoop({ stockAmount })] }));
    expect(listEarnedGifts(result)).toEqual(gifts ? { 31: gifts } : {});
    expect(result.unapplied.get('scoop')).toBe(reason);
  });

  it('gives the last piece to the promotion with the first key, in any order of promotions', () => {
    const promotions = [scoop({ stockAmount: 1 }, 'b'), scoop({ stockAmount: 1 }, 'a')];
    for (const order of [promotions, promotions.toReversed()]) {
      const result = calculateCart(createCart({ lines: [bags(31, 2)], promotions: order }));
      expect(result.lines[0]?.freeProducts).toEqual([
        { promotionKey: 'a', productVariantId: 80, quantity: 1 },
      ]);
      expect(result.unapplied).toEqual(new Map([['b', 'no_gift']]));
    }
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
      fc.record({
        kind: fc.constant('freeProduct' as const),
        productVariantId: fc.integer({ min: 1, max: 5000 }),
        quantity: fc.integer({ min: 1, max: 9 }),
        forEvery: fc.option(fc.integer({ min: 1, max: 20 })),
        stockAmount: fc.option(fc.integer({ min: 0, max: 2000 })),
      }),
    ),
    minimumAmount: fc.option(fc.integer({ min: 1, max: 2_000_000 })),
    productVariantIds: fc.option(fc.array(fc.integer({ min: 1, max: 5000 }), { maxLength: 200 })),
  }),
  { selector: ({ promotionKey }) => promotionKey, maxLength: 4 },
);
const arbitraryCarts = fc
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
const sumAmounts = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
/** A million in the long form. */
const RUN_COUNT = Number(process.env.CART_RUNS ?? 500);
const propertyTestSettings = { seed: 20_261_122, numRuns: RUN_COUNT };

describe('calculateCart: any cart', () => {
  it('adds up to the cent, by lines and by rates', () => {
    fc.assert(
      fc.property(arbitraryCarts, (cart) => {
        const result = calculateCart(cart);
        const discounts = [...result.orderDiscounts, ...result.shippingDiscounts].map(({ amount }) => amount);
        expect(result.subTotalAmount).toBe(sumAmounts(result.lines.map(({ totalAmount }) => totalAmount)));
        expect(result.totalAmount).toBe(
          result.subTotalAmount + result.originalShippingCosts - sumAmounts(discounts) + result.paymentCosts,
        );
        expect(
          sumAmounts(result.vatAmounts.flatMap(({ amountExclVat, vatAmount }) => [amountExclVat, vatAmount])),
        ).toBe(result.totalAmount);
        expect(result.totalAmountExclVat + result.vatAmountHigh + result.vatAmountLow).toBe(
          result.totalAmount,
        );
        for (const [index, line] of result.lines.entries()) {
          const { quantity, unitAmount } = cart.lines[index]!;
          expect(line.originalAmount).toBe(quantity * unitAmount);
          expect(line.totalAmount).toBe(
            line.originalAmount - sumAmounts(line.productDiscounts.map(({ amount }) => amount)),
          );
        }
      }),
      propertyTestSettings,
    );
  });

  it('has no negative amount and no discount of 0', () => {
    fc.assert(
      fc.property(arbitraryCarts, (cart) => {
        const {
          lines: calculated,
          orderDiscounts,
          shippingDiscounts,
          vatAmounts,
          unapplied,
          ...totals
        } = calculateCart(cart);
        for (const amount of Object.values(totals)) expect(amount).toBeGreaterThanOrEqual(0);
        expect(unapplied.size).toBeLessThanOrEqual(cart.promotions.length);
        for (const { productDiscounts, ...line } of calculated) {
          for (const amount of [line.totalAmount, line.vatAmount]) expect(amount).toBeGreaterThanOrEqual(0);
          for (const { amount } of productDiscounts) expect(amount).toBeGreaterThan(0);
        }
        for (const { amount } of [...orderDiscounts, ...shippingDiscounts]) expect(amount).toBeGreaterThan(0);
        for (const { vatAmount } of vatAmounts) expect(vatAmount).toBeGreaterThanOrEqual(0);
      }),
      propertyTestSettings,
    );
  });

  it('does not depend on the order of lines and promotions, and is deterministic', () => {
    fc.assert(
      fc.property(arbitraryCarts, (cart) => {
        const byVariant = (result: ReturnType<typeof calculateCart>) => ({
          ...result,
          lines: result.lines.toSorted((a, b) => a.productVariantId - b.productVariantId),
        });
        const once = byVariant(calculateCart(cart));
        expect(byVariant(calculateCart(cart))).toEqual(once);
        const turned = { ...cart, lines: cart.lines.toReversed(), promotions: cart.promotions.toReversed() };
        expect(byVariant(calculateCart(turned))).toEqual(once);
      }),
      propertyTestSettings,
    );
  });

  it('gives only gifts that are earned and in stock after the purchased pieces', () => {
    fc.assert(
      fc.property(arbitraryCarts, (cart) => {
        const { lines: calculated, unapplied } = calculateCart(cart);
        const gifts = calculated.flatMap(({ freeProducts }) => freeProducts);
        for (const [index, { promotionKey, productVariantId, quantity }] of gifts.entries()) {
          const promotion = cart.promotions.find((other) => other.promotionKey === promotionKey)!;
          const { gives } = promotion;
          if (gives.kind !== 'freeProduct') throw new Error('A gift belongs to a promotion without gifts');
          expect(quantity).toBeGreaterThan(0);
          expect(unapplied.has(promotionKey)).toBe(false);
          expect(productVariantId).toBe(gives.productVariantId);
          // At most once, on one line.
          expect(gifts.findIndex((other) => other.promotionKey === promotionKey)).toBe(index);
          const bought = cart.lines.find((line) => line.productVariantId === productVariantId)?.quantity ?? 0;
          if (gives.stockAmount !== null) expect(bought + quantity).toBeLessThanOrEqual(gives.stockAmount);
          const host = calculated.find(({ freeProducts }) =>
            freeProducts.some((gift) => gift.promotionKey === promotionKey),
          )!;
          if (promotion.productVariantIds)
            expect(promotion.productVariantIds.has(host.productVariantId)).toBe(true);
        }
      }),
      propertyTestSettings,
    );
  });

  it('calculates VAT within a cent per taxed amount', () => {
    fc.assert(
      fc.property(arbitraryCarts, (cart) => {
        for (const { vatRatePercentage, amountExclVat, vatAmount } of calculateCart(cart).vatAmounts) {
          const exact = (amountExclVat * vatRatePercentage) / 100;
          expect(Math.abs(vatAmount - exact)).toBeLessThanOrEqual(cart.lines.length + 2);
        }
      }),
      propertyTestSettings,
    );
  });
});
