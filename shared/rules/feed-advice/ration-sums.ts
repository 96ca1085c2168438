import { getNameKey } from '../typed-text.ts';
import { type AdviceRefusal, adviceRefusals } from './feed-advice.ts';
import type { FeedModel } from './feed-model.ts';

/** Why a horse gets no ration of a feed: the model has none, or its other feeds leave no room for it. */
export const rationRefusals = [...adviceRefusals, 'combination_over_limit', 'selenium_limit'] as const;
export type RationRefusal = AdviceRefusal | 'combination_over_limit' | 'selenium_limit';

/** One feed of a horse's ration. */
export interface RationFeed {
  /** Whole grams. */
  readonly gramsPerDay: number;
  readonly feedsPerDay: number;
  /** Percent as fed, at most two decimals; 0 where it has none. */
  readonly starch: number;
  /** Added selenium, mg per kg of product, at most two decimals; 0 where it has none. */
  readonly selenium: number;
}

/** What all feeds of a horse come to, and the most that the model allows. Grams, those of starch with one decimal. */
export interface RationSums {
  readonly gramsPerDay: number;
  /** Of the meal that every feed is part of. */
  readonly gramsPerMeal: number;
  readonly maxGramsPerMeal: number;
  readonly starchPerMeal: number;
  readonly maxStarchPerMeal: number;
  readonly starchPerDay: number;
  readonly maxStarchPerDay: number;
}

/** Names of one horse, however they were typed, have one key. */
export const getHorseKey = (horseName: string): string => getNameKey(horseName);

const toHundredths = (value: number): number => Math.round(value * 100);

const getCommonMeals = (feeds: readonly { readonly feedsPerDay: number }[]): number =>
  feeds.reduce((meals, { feedsPerDay }) => (meals * feedsPerDay) / getCommonDivisor(meals, feedsPerDay), 1);

const getCommonDivisor = (a: number, b: number): number => (b === 0 ? a : getCommonDivisor(b, a % b));

/** Sums as whole numbers: grams times `meals`, and ten-thousandths of a gram of starch, of a meal times `meals`. */
function sumWhole(feeds: readonly RationFeed[], meals: number) {
  let [ofMeal, starchOfMeal, starchOfDay] = [0, 0, 0];
  for (const { gramsPerDay, feedsPerDay, starch } of feeds) {
    const parts = gramsPerDay * toHundredths(starch);
    ofMeal += (gramsPerDay * meals) / feedsPerDay;
    starchOfMeal += (parts * meals) / feedsPerDay;
    starchOfDay += parts;
  }
  return { ofMeal, starchOfMeal, starchOfDay };
}

/**
 * What the feeds that a horse gets already leave of one more: step 5 of the feeding-advice model on the sum of them all, where a meal has a
 * part of every feed.
 *
 * @param weightKg whole kilograms
 * @param fed the others
 * @returns whole grams a day, rounded down to a step of its dose; 0 where not even one step is left
 */
export function getGramsLeft(
  { limits }: FeedModel,
  weightKg: number,
  fed: readonly RationFeed[],
  feed: { readonly starch: number; readonly feedsPerDay: number; readonly roundToG: number },
): number {
  const { starch, feedsPerDay, roundToG } = feed;
  const meals = getCommonMeals([...fed, feed]);
  const { ofMeal, starchOfMeal, starchOfDay } = sumWhole(fed, meals);
  const countSteps = (left: number, ofOneGram: number): number => Math.floor(left / (ofOneGram * roundToG));
  const share = meals / feedsPerDay;
  const byMeal = countSteps(limits.mealGPer100Kg * weightKg * meals - 100 * ofMeal, 100 * share);
  const parts = toHundredths(starch);
  const steps =
    parts === 0
      ? byMeal
      : Math.min(
          byMeal,
          countSteps(limits.starchMealGPer100Kg * weightKg * 100 * meals - starchOfMeal, parts * share),
          countSteps(limits.starchDayGPer100Kg * weightKg * 100 - starchOfDay, parts),
        );
  return Math.max(0, steps) * roundToG;
}

/** Whether the selenium that is added to all feeds of a horse is more than the model allows: it is poisonous. */
export function hasTooMuchSelenium(
  { limits }: FeedModel,
  weightKg: number,
  feeds: readonly Pick<RationFeed, 'gramsPerDay' | 'selenium'>[],
): boolean {
  // Hundredths of a microgram, since grams and hundredths of mg per kg are whole.
  const added = feeds.reduce(
    (sum, { gramsPerDay, selenium }) => sum + gramsPerDay * toHundredths(selenium),
    0,
  );
  return added > Math.round(limits.seleniumDayMgPer100Kg * 1000) * weightKg;
}

/** What all feeds of a horse come to, for its owner to read. */
export function sumRation({ limits }: FeedModel, weightKg: number, feeds: readonly RationFeed[]): RationSums {
  const meals = getCommonMeals(feeds);
  const { ofMeal, starchOfMeal, starchOfDay } = sumWhole(feeds, meals);
  const toTenths = (whole: number, by: number): number => Math.floor(whole / by + 0.5) / 10;
  return {
    gramsPerDay: feeds.reduce((sum, { gramsPerDay }) => sum + gramsPerDay, 0),
    gramsPerMeal: Math.floor(ofMeal / meals + 0.5),
    maxGramsPerMeal: Math.floor((limits.mealGPer100Kg * weightKg) / 100),
    starchPerMeal: toTenths(starchOfMeal, 1000 * meals),
    maxStarchPerMeal: Math.floor((limits.starchMealGPer100Kg * weightKg) / 100),
    starchPerDay: toTenths(starchOfDay, 1000),
    maxStarchPerDay: Math.floor((limits.starchDayGPer100Kg * weightKg) / 100),
  };
}
