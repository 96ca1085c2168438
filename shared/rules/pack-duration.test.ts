import { describe, expect, it } from '@jest/globals';
import { getDailyGrams, getPackDurationDays } from './pack-duration.ts';

const everyDay = { feedsPerDay: 3, maxServingsPerWeek: null };

describe('getDailyGrams', () => {
  it.each([
    [180, 600, 1080],
    [180, 300, 540],
    [4, 300, 12],
    [2.5, 300, 8],
  ])('%d g per 100 kg for %d kg are %d g a day', (dose, weight, expected) => {
    expect(getDailyGrams(dose, weight)).toBe(expected);
  });

  it.each([
    [0, 600],
    [-1, 600],
    [100, 0],
    [Number.NaN, 600],
    [100, Number.POSITIVE_INFINITY],
  ])('refuses %d g for %d kg', (dose, weight) => {
    expect(() => getDailyGrams(dose, weight)).toThrow(RangeError);
  });
});

describe('getPackDurationDays', () => {
  // The worked examples 1, 9, 10, 12 and 14 of the feeding model.
  it.each([
    [20_000, 1200, everyDay, 16],
    [15_000, 600, { feedsPerDay: 2, maxServingsPerWeek: null }, 25],
    [1000, 12, { feedsPerDay: 1, maxServingsPerWeek: null }, 83],
    [20_000, 550, everyDay, 36],
    [4000, 500, everyDay, 8],
  ])('%d g at %d g a day last', (pack, grams, servings, expected) => {
    expect(getPackDurationDays(pack, grams, servings)).toBe(expected);
  });

  it('counts servings where a feed is not given every day: 25 mashes at three a week last 58 days', () => {
    expect(getPackDurationDays(15_000, 600, { feedsPerDay: 1, maxServingsPerWeek: 3 })).toBe(58);
  });

  it('is 0 where the pack is smaller than a ration', () => {
    expect(getPackDurationDays(250, 600, everyDay)).toBe(0);
  });

  it.each([
    [0, 600, everyDay],
    [1000, 0, everyDay],
    [1000, 10, { feedsPerDay: 0, maxServingsPerWeek: null }],
    [1000, 10, { feedsPerDay: 1, maxServingsPerWeek: 0 }],
  ])('refuses %d g at %d g a day, %j', (pack, grams, servings) => {
    expect(() => getPackDurationDays(pack, grams, servings)).toThrow(RangeError);
  });
});
