import { getNameKey } from '../typed-text.ts';
import { type AdviceRefusal, adviceRefusals } from './feed-advice.ts';
import type { FeedModel } from './feed-model.ts';

/**
 * Reasons why a horse gets no ration of a feed: those of the model, or limits in combination with its other
 * feeds.
 */
export const rationRefusals = [...adviceRefusals, 'combination_over_limit', 'selenium_limit'] as const;
export type RationRefusal = AdviceRefusal | 'combination_over_limit' | 'selenium_limit';

/** One feed of a horse's ration. */
export interface RationFeed {
  /** Whole grams. */
  readonly gramsPerDay: number;
  readonly feedsPerDay: number;
  /** Percent as fed, at most two decimals; 0 if it has none. */
  readonly starch: number;
  /** Added selenium, mg per kg of product, at most two decimals; 0 if it has none. */
  readonly selenium: number;
}

/** Totals of all feeds of a horse, with the limits of the model. Grams; starch with one decimal. */
export interface RationSums {
  readonly gramsPerDay: number;
  /** For a meal that contains every feed. */
  readonly gramsPerMeal: number;
  readonly maxGramsPerMeal: number;
  readonly starchPerMeal: number;
  readonly maxStarchPerMeal: number;
  readonly starchPerDay: number;
  readonly maxStarchPerDay: number;
}

/** Returns the key of a horse name, which is the same for all its spellings. */
export const getHorseKey = (horseName: string): string => getNameKey(horseName);

const toHundredths = (value: number): number => Math.round(value * 100);

const getCommonMeals = (feeds: readonly { readonly feedsPerDay: number }[]): number =>
  feeds.reduce((meals, { feedsPerDay }) => (meals * feedsPerDay) / getCommonDivisor(meals, feedsPerDay), 1);

const getCommonDivisor = (a: number, b: number): number => (b === 0 ? a : getCommonDivisor(b, a % b));

/**
 * Returns sums as integers: grams multiplied by `meals`, and ten-thousandths of a gram of starch, per meal
 * multiplied by `meals`.
 */
function sumAsIntegers(feeds: readonly RationFeed[], meals: number) {
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
 * Returns the grams of another feed that the current feeds of a horse allow. It applies step 5 of the feeding
 * model to the sum of all feeds. A meal contains a part of every feed.
 *
 * @param weightKg whole kilograms
 * @param fed current feeds
 * @returns whole grams per day, rounded down to a step of its dose; 0 if not even one step is left
 */
export function getGramsLeft(
  { limits }: FeedModel,
  weightKg: number,
  fed: readonly RationFeed[],
  feed: { readonly starch: number; readonly feedsPerDay: number; readonly roundToG: number },
): number {
  const { starch, feedsPerDay, roundToG } = feed;
  const meals = getCommonMeals([...fed, feed]);
  const { ofMeal, starchOfMeal, starchOfDay } = sumAsIntegers(fed, meals);
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

/**
 * Returns true if the selenium added to all feeds of a horse exceeds the limit of the model. Selenium is
 * toxic.
 */
export function hasTooMuchSelenium(
  { limits }: FeedModel,
  weightKg: number,
  feeds: readonly Pick<RationFeed, 'gramsPerDay' | 'selenium'>[],
): boolean {
  // In hundredths of a microgram, since grams and hundredths of mg per kg are integers.
  const added = feeds.reduce(
    (sum, { gramsPerDay, selenium }) => sum + gramsPerDay * toHundredths(selenium),
    0,
  );
  return added > Math.round(limits.seleniumDayMgPer100Kg * 1000) * weightKg;
}

/** Returns the totals of all feeds of a horse, for display to its owner. */
export function sumRation({ limits }: FeedModel, weightKg: number, feeds: readonly RationFeed[]): RationSums {
  const meals = getCommonMeals(feeds);
  const { ofMeal, starchOfMeal, starchOfDay } = sumAsIntegers(feeds, meals);
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
