import { expect, it } from '@jest/globals';
import { getRankDeviation } from './account-response-times.ts';

const zeroToNinetyNine = Array.from({ length: 100 }, (_value, index) => index);

it('getRankDeviation finds a difference only if there is one', () => {
  const even = zeroToNinetyNine.filter((value) => value % 2 === 0);
  const odd = zeroToNinetyNine.filter((value) => value % 2 === 1);
  expect(Math.abs(getRankDeviation(even, odd))).toBeLessThan(1);
  expect(getRankDeviation(zeroToNinetyNine.slice(0, 50), zeroToNinetyNine.slice(50))).toBeLessThan(-2.6);
  expect(getRankDeviation(zeroToNinetyNine.slice(50), zeroToNinetyNine.slice(0, 50))).toBeGreaterThan(2.6);
});
