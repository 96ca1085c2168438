import type { RqsParameter, ValueClass } from '../lab-results.ts';
import type { Advice } from './feed-advice.ts';

/** A value of a nutrition scan and its target. */
export interface MeasuredValue {
  readonly parameter: RqsParameter;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly verdict: ValueClass;
}

/** A feed by its label, with the ration that the model computes for the measured roughage. */
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

/** Energy that a feed adds at most where roughage has enough of it: a tenth of what the horse needs. */
const MOST_ADDED_ENERGY = 0.1;
/** Starch and sugar of a feed at most where roughage is rich in sugar, percent (the limit for sensitive horses). */
const MOST_STARCH_AND_SUGAR_PCT = 12;

/** Energy that a ration of a feed adds, MJ a day. */
export const getAddedEnergy = ({ label, ration }: RationedFeed): number =>
  (ration.gramsPerDay / 1000) * label.energyDE;

/**
 * Whether a feed closes what roughage lacks and adds nothing that it has too much of, by the figures of its label. Values that no feed
 * changes, such as dry matter and crude fibre, ask for none: roughage with no other value off its target gets no feed.
 *
 * @param values of the whole nutrition scan
 */
export function closesGaps(values: readonly MeasuredValue[], feed: RationedFeed): boolean {
  const { label, ration } = feed;
  const off = values.filter(({ verdict }) => verdict !== 'normal');
  const find = (parameter: RqsParameter) => off.find((value) => value.parameter === parameter);
  const sugar = find('sugar');
  const energy = find('energyDE');
  const protein = find('crudeProtein');
  if (off.length > 0 && !sugar && !energy && !protein) return false;
  // Counted for roughage that is weighed: grass all day is not tested.
  if (ration.roughageKgPerDay === null) return false;
  const dryMatterPct = values.find(({ parameter }) => parameter === 'dryMatterPct')?.value ?? 0;
  const roughageKg = (ration.roughageKgPerDay * dryMatterPct) / 100;
  const added = getAddedEnergy(feed);
  if (energy?.verdict === 'low') {
    if (added < (energy.min - energy.value) * roughageKg) return false;
  } else if (added > MOST_ADDED_ENERGY * ration.needDE) return false;
  if (sugar?.verdict === 'high' && label.starch + label.sugar > MOST_STARCH_AND_SUGAR_PCT) return false;
  const proteinGrams = (ration.gramsPerDay * label.crudeProtein) / 100;
  if (protein?.verdict === 'low' && proteinGrams < (protein.min - protein.value) * roughageKg) return false;
  // Of a label in percent: the target is in grams per kg.
  return protein?.verdict !== 'high' || label.crudeProtein * 10 <= protein.max;
}
