import type { Dosage } from '../../../shared/contract/products.ts';
import { getGramsPerDay, getLabelGrams } from '../../../shared/rules/feed-advice/feed-advice.ts';
import { getCostPerDay, getDailyGrams, getPackDurationDays } from '../../../shared/rules/pack-duration.ts';

/** A pack: its net weight and its price incl. VAT in euro cents. */
export interface Pack {
  readonly grams: number;
  readonly price: number;
}

/** What a horse is given of a feed, and how far a pack goes with it. */
export interface PackRation {
  /** A day. */
  readonly grams: number;
  /** Less than the label says: more would pass the limits of a meal or of starch. */
  readonly isCapped: boolean;
  readonly days: number;
  /** A day, or a feeding day; euro cents incl. VAT. */
  readonly cost: number;
}

/** What a grown horse of a type is counted with. */
export type DosedHorse = NonNullable<Dosage['ration']>['horses'][number];

/**
 * The ration of a horse: of a grown one as the feed calculator has it; of a mare, foal or youngster what the table of its stage says.
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
