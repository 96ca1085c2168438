import { describe, expect, it } from '@jest/globals';
import { getCostPerDay, getDailyGrams, getPackDurationDays, parseHorseWeight } from './pack-duration.ts';

const dailyFeeding = { feedsPerDay: 3, maxServingsPerWeek: null };

describe('getDailyGrams', () => {
  it.each([
    [180, 600, 1080],
    [180, 300, 540],
    [4, 300, 12],
    [2.5, 300, 8],
  ])('calculates for %d g per 100 kg and %d kg a ration of %d g a day', (dose, weight, expected) => {
    expect(getDailyGrams(dose, weight)).toBe(expected);
  });

  it.each([
    [0, 600],
    [-1, 600],
    [100, 0],
    [Number.NaN, 600],
    [100, Number.POSITIVE_INFINITY],
  ])('throws for %d g and %d kg', (dose, weight) => {
    expect(() => getDailyGrams(dose, weight)).toThrow(RangeError);
  });
});

describe('getPackDurationDays', () => {
  // The worked examples 1, 9, 10, 12 and 14 of the feeding model.
  it.each([
    [20_000, 1200, dailyFeeding, 16],
    [15_000, 600, { feedsPerDay: 2, maxServingsPerWeek: null }, 25],
    [1000, 12, { feedsPerDay: 1, maxServingsPerWeek: null }, 83],
    [20_000, 550, dailyFeeding, 36],
    [4000, 500, dailyFeeding, 8],
  ])('returns the days that %d g at %d g a day last', (pack, grams, servings, expected) => {
    expect(getPackDurationDays(pack, grams, servings)).toBe(expected);
  });

  it('counts servings of a feed that is not given daily: 25 mashes at three a week last 58 days', () => {
    expect(getPackDurationDays(15_000, 600, { feedsPerDay: 1, maxServingsPerWeek: 3 })).toBe(58);
  });

  it('returns 0 if the pack is smaller than a ration', () => {
    expect(getPackDurationDays(250, 600, dailyFeeding)).toBe(0);
  });

  it.each([
    [0, 600, dailyFeeding],
    [1000, 0, dailyFeeding],
    [1000, 10, { feedsPerDay: 0, maxServingsPerWeek: null }],
    [1000, 10, { feedsPerDay: 1, maxServingsPerWeek: 0 }],
  ])('throws for %d g at %d g a day, %j', (pack, grams, servings) => {
    expect(() => getPackDurationDays(pack, grams, servings)).toThrow(RangeError);
  });
});

describe('getCostPerDay', () => {
  // The worked examples 1 to 7, 9 to 11, 13 and 14 of the feeding model: price and grams of the pack, grams a
  // day, cents a day.
  it.each([
    [1595, 20_000, 1200, 96],
    [1595, 20_000, 600, 48],
    [2595, 20_000, 1900, 247],
    [2595, 20_000, 2150, 279],
    [2095, 20_000, 3600, 377],
    [2295, 20_000, 3100, 356],
    [1895, 20_000, 200, 19],
    [3695, 15_000, 600, 148],
    [2795, 1000, 12, 34],
    [2195, 15_000, 600, 88],
    [2295, 20_000, 1650, 189],
    [995, 4000, 500, 124],
  ])('calculates the cost of a pack of %d cents and %d g at %d g a day', (price, pack, grams, expected) => {
    expect(getCostPerDay(price, pack, grams)).toBe(expected);
  });

  it('rounds half a cent up', () => {
    expect(getCostPerDay(1, 1000, 500)).toBe(1);
    expect(getCostPerDay(1, 1000, 499)).toBe(0);
  });

  it.each([
    [-1, 1000, 10],
    [1.5, 1000, 10],
    [100, 0, 10],
    [100, 1000, 0],
    [100, 1000, Number.NaN],
  ])('throws for %d cents, %d g, %d g a day', (price, pack, grams) => {
    expect(() => getCostPerDay(price, pack, grams)).toThrow(RangeError);
  });
});

describe('parseHorseWeight', () => {
  it('accepts the weight of a foal if the range is that of a foal', () => {
    expect(parseHorseWeight('52,5 kg', { leastKg: 5, mostKg: 115 })).toBe(53);
    expect(parseHorseWeight('600', { leastKg: 5, mostKg: 115 })).toBeNull();
  });

  it.each([
    ['600', 600],
    [' 550 kg ', 550],
    ['212,5', 213],
    ['80', 80],
    ['1000', 1000],
    ['1.000', 1000],
    ['1,000 kg', 1000],
    ['1\u00a0000', 1000],
    ['60.000', null],
    ['79', null],
    ['1001', null],
    ['', null],
    ['-600', null],
    ['6e2', null],
    ['heavy', null],
  ])('reads %j as %j', (text, expected) => {
    expect(parseHorseWeight(text, { leastKg: 80, mostKg: 1000 })).toBe(expected);
  });
});
