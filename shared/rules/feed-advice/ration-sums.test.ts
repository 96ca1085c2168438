import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { createSeededRandom } from '../../../test/fixtures/seeded-random.ts';
import { getMaximumGramsPerDay } from './feed-advice.ts';
import type { FeedModel } from './feed-model.ts';
import { getGramsLeft, getHorseKey, hasTooMuchSelenium, type RationFeed, sumRation } from './ration-sums.ts';

const model: FeedModel = JSON.parse(
  readFileSync(
    path.resolve(import.meta.dirname, '../../../server/backend/sample-shop/data/feed-model.json'),
    'utf8',
  ),
);

const feed = (changes: Partial<RationFeed> = {}): RationFeed => ({
  gramsPerDay: 1200,
  feedsPerDay: 3,
  starch: 22,
  selenium: 0.4,
  ...changes,
});
const askedFeed = { starch: 0, feedsPerDay: 3, roundToG: 50 };

describe('getGramsLeft', () => {
  it('returns the daily limit of a single feed if there is no other', () => {
    for (const starch of [0, 2.5, 22, 32]) {
      for (const feedsPerDay of [1, 2, 3]) {
        for (const roundToG of [1, 10, 50]) {
          const one = { starch, feedsPerDay, roundToG };
          expect(getGramsLeft(model, 537, [], one)).toBe(getMaximumGramsPerDay(model, 537, one));
        }
      }
    }
  });

  it('limits all feeds together to 0.4 kg per 100 kg and meal', () => {
    // 600 kg: 2400 g per meal, of which 1000 g three times a day are given already.
    expect(getGramsLeft(model, 600, [feed({ gramsPerDay: 3000, starch: 0 })], askedFeed)).toBe(4200);
    // Once a day: 1000 g are in that meal, which leaves 1400 g.
    expect(
      getGramsLeft(model, 600, [feed({ gramsPerDay: 3000, starch: 0 })], { ...askedFeed, feedsPerDay: 1 }),
    ).toBe(1400);
    // Twice a day in addition to three times: 2 × (2400 − 1000).
    expect(
      getGramsLeft(model, 600, [feed({ gramsPerDay: 3000, starch: 0 })], { ...askedFeed, feedsPerDay: 2 }),
    ).toBe(2800);
  });

  it('limits all feeds together to 100 g of starch per 100 kg and meal', () => {
    // 500 kg: 500 g per meal; 1000 g with 30 % once a day are 300 g; the remaining 200 g at 20 % are 1000 g.
    expect(
      getGramsLeft(model, 500, [feed({ gramsPerDay: 1000, feedsPerDay: 1, starch: 30 })], {
        starch: 20,
        feedsPerDay: 1,
        roundToG: 50,
      }),
    ).toBe(1000);
  });

  it('limits all feeds together to 200 g of starch per 100 kg and day, rounded down to a step', () => {
    // 500 kg: 1000 g per day; 2000 g with 32 % are 640 g; the remaining 360 g at 28 % are 1285.7 g.
    expect(
      getGramsLeft(model, 500, [feed({ gramsPerDay: 2000, starch: 32 })], { ...askedFeed, starch: 28 }),
    ).toBe(1250);
  });

  it('ignores the starch limits for a feed without starch', () => {
    const full = [feed({ gramsPerDay: 3100, starch: 32 })];
    expect(getGramsLeft(model, 500, full, askedFeed)).toBe(2900);
    expect(getGramsLeft(model, 500, full, { ...askedFeed, starch: 32 })).toBe(0);
  });

  it('returns 0 if the other feeds already exceed the limit', () => {
    expect(getGramsLeft(model, 300, [feed({ gramsPerDay: 3900, starch: 0 })], askedFeed)).toBe(0);
  });

  it('meets all three limits for any ration, and one step more exceeds one', () => {
    const { below, pick } = createSeededRandom(20_261_125);
    for (let n = 0; n < 2000; n++) {
      const weightKg = 80 + below(920);
      const fed = Array.from({ length: below(4) }, () =>
        feed({
          gramsPerDay: 10 + below(900),
          feedsPerDay: pick([1, 2, 3]),
          starch: pick([0, 4.5, 18, 32.25]),
        }),
      );
      const more = { starch: pick([0, 3, 25.5]), feedsPerDay: pick([1, 2, 3]), roundToG: pick([1, 10, 50]) };
      const left = getGramsLeft(model, weightKg, fed, more);
      const isWithin = (gramsPerDay: number): boolean => {
        const all = [...fed, feed({ ...more, gramsPerDay })];
        const starch = (of: (each: RationFeed) => number) =>
          all.reduce((sum, each) => sum + (of(each) * each.starch) / 100, 0);
        const meal = all.reduce((sum, each) => sum + each.gramsPerDay / each.feedsPerDay, 0);
        const isStarchWithin =
          starch((each) => each.gramsPerDay / each.feedsPerDay) <= weightKg + 1e-6 &&
          starch((each) => each.gramsPerDay) <= 2 * weightKg + 1e-6;
        return meal <= 4 * weightKg + 1e-6 && (more.starch === 0 || isStarchWithin);
      };
      if (left > 0) expect(isWithin(left)).toBe(true);
      expect(isWithin(left + more.roundToG)).toBe(false);
    }
  });
});

describe('hasTooMuchSelenium', () => {
  it('allows half a milligram of added selenium per 100 kg and day', () => {
    const at = (gramsPerDay: number) =>
      hasTooMuchSelenium(model, 600, [feed({ gramsPerDay: 600, selenium: 2 }), feed({ gramsPerDay })]);
    // 600 kg: 3 mg; 600 g of 2 mg/kg are 1.2 mg, 4500 g of 0.4 mg/kg are 1.8 mg.
    expect(at(4500)).toBe(false);
    expect(at(4501)).toBe(true);
  });
});

describe('sumRation', () => {
  it('returns the totals of a meal and a day with their limits', () => {
    expect(
      sumRation(model, 600, [feed(), feed({ gramsPerDay: 600, feedsPerDay: 2, starch: 8.4, selenium: 2 })]),
    ).toEqual({
      gramsPerDay: 1800,
      gramsPerMeal: 700,
      maxGramsPerMeal: 2400,
      // 400 g of 22 % and 300 g of 8.4 %.
      starchPerMeal: 113.2,
      maxStarchPerMeal: 600,
      starchPerDay: 314.4,
      maxStarchPerDay: 1200,
    });
  });

  it('returns 0 without feeds', () => {
    expect(sumRation(model, 300, [])).toMatchObject({ gramsPerDay: 0, gramsPerMeal: 0, starchPerDay: 0 });
  });
});

describe('getHorseKey', () => {
  it('returns the same key for all spellings of a name', () => {
    expect(getHorseKey('  BELLA  ster ')).toBe(getHorseKey('Bella Ster'));
    expect(getHorseKey('Straße')).toBe(getHorseKey('STRASSE'));
    expect(getHorseKey('Zoë')).toBe(getHorseKey('ZOE\u0308'));
    expect(getHorseKey('Zoe')).not.toBe(getHorseKey('Zoë'));
  });
});
