import { describe, expect, it } from '@jest/globals';
import { getMedian, getQuantile } from './alternating-rounds.ts';

describe('getMedian', () => {
  it.each([
    [[3], 3],
    [[9, 1, 4], 4],
    [[4, 1, 9, 2], 3],
  ])('returns the median: of %j it is %d', (values, median) => {
    expect(getMedian(values)).toBe(median);
  });
});

describe('getQuantile', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1);

  it.each([
    [0, 1],
    [0.5, 51],
    [0.99, 100],
    [1, 100],
  ])('returns the value below which %d of a list lies', (share, value) => {
    expect(getQuantile(hundred, share)).toBe(value);
  });
});
