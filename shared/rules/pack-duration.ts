/**
 * Daily ration by body weight, before the corrections for roughage and type that the feed advice makes.
 *
 * @param gramsPer100Kg dose on the label, grams per 100 kg body weight and day
 * @param bodyWeightKg weight of the horse
 * @returns whole grams, rounded half up
 * @throws RangeError if a value is not a positive number
 */
export function getDailyGrams(gramsPer100Kg: number, bodyWeightKg: number): number {
  if (!(gramsPer100Kg > 0 && Number.isFinite(gramsPer100Kg))) {
    throw new RangeError(`gramsPer100Kg: ${gramsPer100Kg}`);
  }
  if (!(bodyWeightKg > 0 && Number.isFinite(bodyWeightKg)))
    throw new RangeError(`bodyWeightKg: ${bodyWeightKg}`);
  return Math.floor((gramsPer100Kg * bodyWeightKg) / 100 + 0.5);
}

/**
 * Whole days that a pack lasts one horse (feeding-advice model, step 8).
 *
 * @param packGrams net weight of the pack, grams > 0
 * @param gramsPerDay ration of a feeding day, grams > 0
 * @param servings how the ration is given: meals of a feeding day, and at most how many meals a week (null: every day)
 * @returns days, rounded down; 0 where the pack is smaller than one ration
 * @throws RangeError if a value is not a positive number
 */
export function getPackDurationDays(
  packGrams: number,
  gramsPerDay: number,
  servings: { readonly feedsPerDay: number; readonly maxServingsPerWeek: number | null },
): number {
  if (!(packGrams > 0 && Number.isFinite(packGrams))) throw new RangeError(`packGrams: ${packGrams}`);
  if (!(gramsPerDay > 0 && Number.isFinite(gramsPerDay))) throw new RangeError(`gramsPerDay: ${gramsPerDay}`);
  const { feedsPerDay, maxServingsPerWeek } = servings;
  if (!(Number.isInteger(feedsPerDay) && feedsPerDay > 0))
    throw new RangeError(`feedsPerDay: ${feedsPerDay}`);
  if (maxServingsPerWeek === null) return Math.floor(packGrams / gramsPerDay);
  if (!(Number.isInteger(maxServingsPerWeek) && maxServingsPerWeek > 0)) {
    throw new RangeError(`maxServingsPerWeek: ${maxServingsPerWeek}`);
  }
  return Math.floor((Math.floor((packGrams * feedsPerDay) / gramsPerDay) * 7) / maxServingsPerWeek);
}
