import type { RqsParameter, ValueClass } from '../lab-results.ts';
import type { Advice } from './feed-advice.ts';

/** A value of a nutrition scan with its target. */
export interface MeasuredValue {
  readonly parameter: RqsParameter;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly verdict: ValueClass;
}

/** A feed by its label, with the ration that the model calculates for the tested roughage. */
export interface RationedFeed {
  /** Percent as fed. */
  readonly label: {
    readonly crudeProtein: number;
    readonly starch: number;
    readonly sugar: number;
    /** MJ per kg. */
    readonly energyDE: number;
  };
  readonly ration: Pick<Advice, 'gramsPerDay' | 'needDE' | 'roughageKgPerDay'>;
}

/** Maximum energy of a feed for roughage with sufficient energy: a tenth of the need of the horse. */
const MAX_ADDED_ENERGY = 0.1;
/**
 * Maximum starch and sugar of a feed for roughage rich in sugar, percent (the limit for sensitive horses).
 */
const MAX_STARCH_AND_SUGAR_PCT = 12;

/** Returns the energy of a ration of a feed, MJ per day. */
export const getAddedEnergy = ({ label, ration }: RationedFeed): number =>
  (ration.gramsPerDay / 1000) * label.energyDE;

/**
 * Returns true if a feed supplies what the roughage lacks and adds nothing that it has too much of, by the
 * values of its label. Values that no feed changes, such as dry matter and crude fibre, are ignored: roughage
 * with no other value off its target gets no feed.
 *
 * @param values values of the whole nutrition scan
 */
export function closesRoughageGaps(values: readonly MeasuredValue[], feed: RationedFeed): boolean {
  const { label, ration } = feed;
  const off = values.filter(({ verdict }) => verdict !== 'normal');
  const find = (parameter: RqsParameter) => off.find((value) => value.parameter === parameter);
  const sugar = find('sugar');
  const energy = find('energyDE');
  const protein = find('crudeProtein');
  if (off.length > 0 && !sugar && !energy && !protein) return false;
  // Calculated for weighed roughage only: grazed grass is not tested.
  if (ration.roughageKgPerDay === null) return false;
  const dryMatterPct = values.find(({ parameter }) => parameter === 'dryMatterPct')?.value ?? 0;
  const roughageKg = (ration.roughageKgPerDay * dryMatterPct) / 100;
  const added = getAddedEnergy(feed);
  if (energy?.verdict === 'low') {
    if (added < (energy.min - energy.value) * roughageKg) return false;
  } else if (added > MAX_ADDED_ENERGY * ration.needDE) return false;
  if (sugar?.verdict === 'high' && label.starch + label.sugar > MAX_STARCH_AND_SUGAR_PCT) return false;
  const proteinGrams = (ration.gramsPerDay * label.crudeProtein) / 100;
  if (protein?.verdict === 'low' && proteinGrams < (protein.min - protein.value) * roughageKg) return false;
  // The label is in percent, the target in grams per kg.
  return protein?.verdict !== 'high' || label.crudeProtein * 10 <= protein.max;
}
