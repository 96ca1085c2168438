import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { normaliseDiscountCode } from './discount-code.ts';

describe('normaliseDiscountCode', () => {
  it.each([
    ['STAL10', 'STAL10'],
    ['  stal 10 ', 'STAL10'],
    ['Stal\u00a010\t', 'STAL10'],
    // Full-width letters of a Japanese keyboard.
    ['ｓｔａｌ１０', 'STAL10'],
    // Composed, and as two characters.
    ['fr\u00fchling', 'FR\u00dcHLING'],
    ['fru\u0308hling', 'FR\u00dcHLING'],
    ['weiß', 'WEISS'],
    // A soft hyphen from a mail program, a byte order mark, and a character that no database can store.
    ['\ufeffSTA\u00adL\u200b10\0', 'STAL10'],
    ['\u3000 ', ''],
  ])('normalises %j to %j', (typed, compared) => {
    expect(normaliseDiscountCode(typed)).toBe(compared);
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (typed) => {
        const once = normaliseDiscountCode(typed);
        expect(normaliseDiscountCode(once)).toBe(once);
        expect(once).not.toMatch(/\s/u);
      }),
      { seed: 20_261_122, numRuns: 2000 },
    );
  });
});
