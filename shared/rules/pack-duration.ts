/**
 * Returns the daily ration by body weight, before the corrections of the feeding advice for roughage and
 * type.
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
 * Returns the whole days that a pack lasts one horse (feeding model, step 8).
 *
 * @param packGrams net weight of the pack, grams > 0
 * @param gramsPerDay ration of a feeding day, grams > 0
 * @param servings meals of a feeding day, and the maximum number of meals per week (null: every day)
 * @returns days, rounded down; 0 if the pack is smaller than one ration
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

/**
 * Returns the cost of a ration per day (feeding model, step 9). For a feed that is given a few times a week,
 * the cost of a feeding day.
 *
 * @param packPriceInclVat euro cents, integer >= 0
 * @param packGrams net weight of the pack, whole grams > 0
 * @param gramsPerDay ration, whole grams > 0
 * @returns euro cents, rounded half up
 * @throws RangeError if a value is out of its range
 */
export function getCostPerDay(packPriceInclVat: number, packGrams: number, gramsPerDay: number): number {
  if (!(Number.isSafeInteger(packPriceInclVat) && packPriceInclVat >= 0)) {
    throw new RangeError(`packPriceInclVat: ${packPriceInclVat}`);
  }
  if (!(Number.isSafeInteger(packGrams) && packGrams > 0)) throw new RangeError(`packGrams: ${packGrams}`);
  if (!(Number.isSafeInteger(gramsPerDay) && gramsPerDay > 0)) {
    throw new RangeError(`gramsPerDay: ${gramsPerDay}`);
  }
  return Math.floor((2 * packPriceInclVat * gramsPerDay + packGrams) / (2 * packGrams));
}

/**
 * Parses the typed weight of a horse: '550', '550 kg', '212,5', '1.050'.
 *
 * @param weights minimum and maximum weight of such an animal
 * @returns whole kilograms; null if it is not a weight, or out of range
 */
export function parseHorseWeight(
  text: string,
  { leastKg, mostKg }: { readonly leastKg: number; readonly mostKg: number },
): number | null {
  // Three digits after the first one are thousands: horses are not weighed to the gram.
  const whole = text.trim().replace(/^(\d)[.,\s'’](?=\d{3}(?!\d))/u, '$1');
  const digits = /^(\d{1,4}(?:[.,]\d{1,2})?)\s*(?:kg)?$/iu.exec(whole)?.[1];
  if (digits === undefined) return null;
  const kilograms = Math.round(Number(digits.replace(',', '.')));
  return kilograms >= leastKg && kilograms <= mostKg ? kilograms : null;
}
