import { describe, expect, it } from '@jest/globals';
import { DAY_MS } from './durations.ts';
import {
  addVat,
  getDiscountPercentage,
  getLowestPrice,
  getPriceAt,
  getUnitPrice,
  getUnitPrices,
  getVatPercentage,
} from './prices.ts';

describe('prices', () => {
  it.each([
    // 18.14 × 1.21 = 21.9494; 21.90 × 1.21 = 26.499; 0.50 × 1.05 = 0.525 (a half, up)
    [1814, 21, 2195],
    [2190, 21, 2650],
    [50, 5, 53],
    [1814, 7, 1941],
    [1814, 0, 1814],
    [1000, 5.5, 1055],
    [0, 21, 0],
  ])('adds VAT to %i cents at %f %% and rounds half up to %i', (excl, rate, incl) => {
    expect(addVat(excl, rate)).toBe(incl);
  });

  it('throws for fractions of a cent and negative amounts', () => {
    expect(() => addVat(10.5, 21)).toThrow(RangeError);
    expect(() => addVat(-1, 21)).toThrow(RangeError);
  });

  it('returns the rate of each VAT type', () => {
    const rates = { vatPercentageHigh: 19, vatPercentageLow: 7 };
    expect([
      getVatPercentage('high', rates),
      getVatPercentage('low', rates),
      getVatPercentage('none', rates),
    ]).toEqual([19, 7, 0]);
  });

  it.each([
    [2195, { value: 20, unit: 'kg' as const }, 'kg' as const, 110],
    [2495, { value: 15, unit: 'kg' as const }, 'kg' as const, 166],
    [995, { value: 250, unit: 'g' as const }, '100g' as const, 398],
    [1295, { value: 1, unit: 'l' as const }, 'litre' as const, 1295],
    [1499, { value: 500, unit: 'ml' as const }, 'litre' as const, 2998],
    [895, { value: 1, unit: 'piece' as const }, 'piece' as const, 895],
    [895, { value: 1, unit: 'piece' as const }, 'kg' as const, null],
    [895, { value: 1, unit: 'kg' as const }, 'litre' as const, null],
  ])('calculates for %i cents and %o the price per %s', (price, content, basis, expected) => {
    expect(getUnitPrice(price, content, basis)).toBe(expected);
  });

  it('returns unit prices only for the bases that the site allows', () => {
    const soap = { value: 250, unit: 'g' as const };
    expect(getUnitPrices(995, soap, ['kg', 'litre', 'piece'])).toEqual([
      { basis: 'kg', amountInclVat: 3980 },
    ]);
    expect(getUnitPrices(995, soap, ['kg', 'litre', 'piece', '100g', '100ml'])).toEqual([
      { basis: 'kg', amountInclVat: 3980 },
      { basis: '100g', amountInclVat: 398 },
    ]);
  });

  describe('former price', () => {
    const now = 1000 * DAY_MS;

    it('is the lowest price of the 30 days before the reduction, not before now', () => {
      const history = [
        { validFromMs: now - 100 * DAY_MS, amountExclVat: 900 },
        { validFromMs: now - 60 * DAY_MS, amountExclVat: 2000 },
        { validFromMs: now - 25 * DAY_MS, amountExclVat: 1800 },
        { validFromMs: now - 20 * DAY_MS, amountExclVat: 2100 },
        { validFromMs: now - 7 * DAY_MS, amountExclVat: 1700 },
      ];
      expect(getPriceAt(history, now)).toEqual({
        amountExclVat: 1700,
        formerAmountExclVat: 1800,
        reducedUntilMs: now + 23 * DAY_MS,
      });
    });

    it('includes a price that started before the 30 days and was still valid in them', () => {
      const history = [
        { validFromMs: now - 400 * DAY_MS, amountExclVat: 2000 },
        { validFromMs: now - 7 * DAY_MS, amountExclVat: 1700 },
      ];
      expect(getPriceAt(history, now)?.formerAmountExclVat).toBe(2000);
    });

    it('is null after a rise, for the first price, and if the same price was entered again', () => {
      const rise = [
        { validFromMs: now - 50 * DAY_MS, amountExclVat: 1000 },
        { validFromMs: now - 5 * DAY_MS, amountExclVat: 1100 },
      ];
      expect(getPriceAt(rise, now)?.formerAmountExclVat).toBeNull();
      expect(getPriceAt([{ validFromMs: now, amountExclVat: 1 }], now)?.formerAmountExclVat).toBeNull();
      const again = [...rise, { validFromMs: now - DAY_MS, amountExclVat: 1100 }];
      expect(getPriceAt(again, now)?.formerAmountExclVat).toBeNull();
    });

    it('is returned for 30 days, after which the reduced price is the regular price', () => {
      const history = [
        { validFromMs: now - 90 * DAY_MS, amountExclVat: 2000 },
        { validFromMs: now, amountExclVat: 1700 },
        { validFromMs: now + 10 * DAY_MS, amountExclVat: 1700 },
      ];
      expect(getPriceAt(history, now + 30 * DAY_MS - 1)).toEqual({
        amountExclVat: 1700,
        formerAmountExclVat: 2000,
        reducedUntilMs: now + 30 * DAY_MS,
      });
      expect(getPriceAt(history, now + 30 * DAY_MS)).toEqual({
        amountExclVat: 1700,
        formerAmountExclVat: null,
        reducedUntilMs: null,
      });
    });

    it('belongs to the price at the given time, and there is none before the first price', () => {
      const history = [
        { validFromMs: 10 * DAY_MS, amountExclVat: 2000 },
        { validFromMs: 20 * DAY_MS, amountExclVat: 1500 },
      ];
      expect(getPriceAt(history, 15 * DAY_MS)).toEqual({
        amountExclVat: 2000,
        formerAmountExclVat: null,
        reducedUntilMs: null,
      });
      expect(getPriceAt(history, 5 * DAY_MS)).toBeNull();
    });
  });

  it.each([
    // 8.71 %, 66.67 % and 28.999 %: a reduction is never rounded up; an exact integer remains unchanged.
    [2295, 2095, 8],
    [300, 100, 66],
    [100_000, 71_001, 28],
    [100, 71, 29],
    [1000, 999, null],
    [1000, 1000, null],
    [1000, 500, 50],
    [1000, 0, 99],
  ])('returns for a change from %i to %i cents a reduction of %p percent', (former, amount, percentage) => {
    expect(getDiscountPercentage(former, amount)).toBe(percentage);
  });
});

describe('getLowestPrice', () => {
  const history = [
    { validFromMs: 0, amountExclVat: 100 },
    { validFromMs: 10 * DAY_MS, amountExclVat: 80 },
    { validFromMs: 20 * DAY_MS, amountExclVat: 120 },
  ];
  it.each([
    [0, 10 * DAY_MS, 100],
    [5 * DAY_MS, 11 * DAY_MS, 80],
    // A price valid at the start is included; one that starts at the end is not.
    [15 * DAY_MS, 20 * DAY_MS, 80],
    [20 * DAY_MS, 30 * DAY_MS, 120],
    [-5 * DAY_MS, 0, null],
  ])('returns for the time from %i until %i the price %p', (from, until, lowest) => {
    expect(getLowestPrice(history.toReversed(), from, until)).toBe(lowest);
  });
});
