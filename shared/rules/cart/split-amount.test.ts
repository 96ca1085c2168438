import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { splitAmount } from './split-amount.ts';

const createParts = (...weights: number[]) => weights.map((weight, index) => ({ weight, order: index }));

describe('splitAmount', () => {
  it.each([
    [10, [1, 1, 1], [4, 3, 3]],
    [1108, [4390, 2695, 3995], [439, 270, 399]],
    [1, [1, 3], [0, 1]],
    [5, [0, 0], [0, 0]],
    [0, [3, 4], [0, 0]],
    [7, [7], [7]],
  ])('splits %i by weights %j into %j', (amount, weights, expected) => {
    expect(splitAmount(amount, createParts(...weights))).toEqual(expected);
  });

  it('gives the remaining cent of a tie to the lower order, whatever its position', () => {
    const tied = [
      { weight: 1, order: 9 },
      { weight: 1, order: 2 },
    ];
    expect(splitAmount(1, tied)).toEqual([0, 1]);
    expect(splitAmount(1, tied.toReversed())).toEqual([1, 0]);
  });

  it('adds up to the cent, with each part within a cent of its share and not above its weight', () => {
    const weights = fc.array(fc.integer({ min: 0, max: 10_000_000 }), { minLength: 1, maxLength: 100 });
    fc.assert(
      fc.property(weights, fc.double({ min: 0, max: 1, noNaN: true }), (list, share) => {
        const whole = list.reduce((sum, weight) => sum + weight, 0);
        const amount = Math.floor(whole * share);
        const split = splitAmount(amount, createParts(...list));
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
