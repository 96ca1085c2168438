import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { normaliseCode } from './discount-code.ts';

describe('a discount code', () => {
  it.each([
    ['STAL10', 'STAL10'],
    ['  stal 10 ', 'STAL10'],
    ['Stal\u00a010\t', 'STAL10'],
    // Full-width letters of a keyboard for Japanese.
    ['ｓｔａｌ１０', 'STAL10'],
    // Composed, and as two characters.
    ['fr\u00fchling', 'FR\u00dcHLING'],
    ['fru\u0308hling', 'FR\u00dcHLING'],
    ['weiß', 'WEISS'],
    // A mail program's soft hyphen, a byte order mark, and a character that no database keeps.
    ['\ufeffSTA\u00adL\u200b10\0', 'STAL10'],
    ['\u3000 ', ''],
  ])('%j is compared as %j', (typed, compared) => {
    expect(normaliseCode(typed)).toBe(compared);
  });

  it('is the same when it is made comparable again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (typed) => {
        const once = normaliseCode(typed);
        expect(normaliseCode(once)).toBe(once);
        expect(once).not.toMatch(/\s/u);
      }),
      { seed: 20_261_122, numRuns: 2000 },
    );
  });
});
