import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { splitAmount } from './split-amount.ts';

const parts = (...weights: number[]) => weights.map((weight, index) => ({ weight, order: index }));

describe('splitting an amount', () => {
  it.each([
    [10, [1, 1, 1], [4, 3, 3]],
    [1108, [4390, 2695, 3995], [439, 270, 399]],
    [1, [1, 3], [0, 1]],
    [5, [0, 0], [0, 0]],
    [0, [3, 4], [0, 0]],
    [7, [7], [7]],
  ])('gives %i over %j as %j', (amount, weights, expected) => {
    expect(splitAmount(amount, parts(...weights))).toEqual(expected);
  });

  it('gives the cent of a tie to the lower order, wherever that stands', () => {
    const tied = [
      { weight: 1, order: 9 },
      { weight: 1, order: 2 },
    ];
    expect(splitAmount(1, tied)).toEqual([0, 1]);
    expect(splitAmount(1, tied.toReversed())).toEqual([1, 0]);
  });

  it('adds up to the cent, gives no part more than a cent beside its share, and none more than it weighs', () => {
    const weights = fc.array(fc.integer({ min: 0, max: 10_000_000 }), { minLength: 1, maxLength: 100 });
    fc.assert(
      fc.property(weights, fc.double({ min: 0, max: 1, noNaN: true }), (list, share) => {
        const whole = list.reduce((sum, weight) => sum + weight, 0);
        const amount = Math.floor(whole * share);
        const split = splitAmount(amount, parts(...list));
        expect(split.reduce((sum, cents) => sum + cents, 0)).toBe(amount);
        for (const [index, cents] of split.entries()) {
          const weight = list[index]!;
          expect(cents).toBeGreaterThanOrEqual(0);
          expect(cents).toBeLessThanOrEqual(weight);
          if (whole > 0) expect(Math.abs(cents - (amount * weight) / whole)).toBeLessThan(1);
        }
      }),
      { seed: 20_261_122 },
    );
  });
});
