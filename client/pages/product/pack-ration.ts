import type { Dosage } from '../../../shared/contract/products.ts';
import { getGramsPerDay, getLabelGrams } from '../../../shared/rules/feed-advice/feed-advice.ts';
import { getCostPerDay, getDailyGrams, getPackDurationDays } from '../../../shared/rules/pack-duration.ts';

/** A pack with its net weight and its price in euro cents incl. VAT. */
export interface Pack {
  readonly grams: number;
  readonly price: number;
}

/** Ration of a horse, and how long a pack lasts. */
export interface PackRation {
  /** Grams per day. */
  readonly grams: number;
  /** Whether the ration is less than the label's dose because of the limit per meal or of starch. */
  readonly isCapped: boolean;
  readonly days: number;
  /** Cost per day, or per feeding day, in euro cents incl. VAT. */
  readonly cost: number;
}

/** Parameters of an adult horse of a type. */
export type DosedHorse = NonNullable<Dosage['ration']>['horses'][number];

/**
 * Returns the ration of a horse. For adult horses it equals the feed calculator's; for mares, foals and
 * youngsters it is the dose for the stage of life.
 *
 * @param horse null for doses by stage of life
 */
export function getPackRation(
  dosage: Dosage,
  gramsPer100Kg: number,
  horse: DosedHorse | null,
  weightKg: number,
  pack: Pack,
): PackRation {
  const { ration, feedsPerDay } = dosage;
  const dose = ration && horse && { ...ration, feedsPerDay, gramsPer100Kg, typePct: horse.typePct };
  const grams = dose
    ? getGramsPerDay(dose, weightKg, dose)
    : Math.max(1, getDailyGrams(gramsPer100Kg, weightKg));
  return {
    grams,
    isCapped: dose !== null && grams < getLabelGrams(weightKg, dose),
    days: getPackDurationDays(pack.grams, grams, dosage),
    cost: getCostPerDay(pack.price, pack.grams, grams),
  };
}
