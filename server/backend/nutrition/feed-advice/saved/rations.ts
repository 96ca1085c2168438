import type { UsedRoughage } from '../../../../../shared/contract/feed-advice.ts';
import type { Advice, AdviceInput } from '../../../../../shared/rules/feed-advice/feed-advice.ts';
import type { FeedModel } from '../../../../../shared/rules/feed-advice/feed-model.ts';
import {
  getGramsLeft,
  getHorseKey,
  hasTooMuchSelenium,
  type RationFeed,
  type RationRefusal,
} from '../../../../../shared/rules/feed-advice/ration-sums.ts';
import type { FeedAdviceVariant } from '../../../catalogue/products/queries.ts';
import type { Database } from '../../../core/database/database.ts';
import {
  type ChosenRoughage,
  readReportRoughage,
  toDefaultRoughage,
  toTypedRoughage,
} from '../chosen-roughage.ts';
import { calculateAdvice } from '../service.ts';
import { type Additives, listSavedAdvice, type SavedAdviceRow } from './queries.ts';

/** A saved ration in its current state. */
export interface SavedRation extends SavedAdviceRow {
  readonly horseKey: string;
  /** Whole kilograms; the reference weight if none was given. */
  readonly weightKg: number;
  readonly roughage: { readonly input: ChosenRoughage['input']; readonly used: UsedRoughage };
  /** Why it should no longer be fed; null if it is valid. */
  readonly refusal: RationRefusal | null;
}

/** Returns the rations of an account, each with its roughage as it is at a given time. */
export async function readSavedRations(
  handle: Database,
  model: FeedModel,
  query: { readonly accountId: string; readonly languageId: number; readonly now: Date },
): Promise<SavedRation[]> {
  const rows = await listSavedAdvice(handle, query);
  const reports = new Map<string, ChosenRoughage | undefined>();
  // Runs sequentially: a transaction has one connection.
  for (const { sample } of rows) {
    if (sample !== null && !reports.has(sample.sampleId))
      reports.set(sample.sampleId, await readReportRoughage(handle, sample.sampleId, query.now));
  }
  return rows.map((row) => {
    const { horseName, horseType, weightKg, roughageType, typedValues, refusal } = row.advice;
    const report = row.sample === null ? undefined : reports.get(row.sample.sampleId);
    const chosen = report ?? (typedValues ? toTypedRoughage(typedValues, query.now) : null);
    const kind = toDefaultRoughage(model, roughageType);
    const input = chosen?.input ?? kind.input;
    return {
      ...row,
      horseKey: getHorseKey(horseName),
      weightKg: weightKg ?? model.horseTypes[horseType].referenceWeightKg,
      roughage: { input, used: chosen?.used ?? kind.used },
      refusal: refusal ?? findRoughageRefusal(model, input),
    };
  });
}

/**
 * Returns why a report can no longer be used: the worst hygiene result of its batch once it is known, then
 * its age.
 */
function findRoughageRefusal({ limits }: FeedModel, input: ChosenRoughage['input']): RationRefusal | null {
  if (typeof input === 'string') return null;
  if (input.qsGrade != null && limits.rejectedQsGrades.includes(input.qsGrade))
    return 'roughage_hygiene_rejected';
  return input.ageDays > limits.rqsMaxAgeDays ? 'roughage_result_expired' : null;
}

/** Returns the added selenium in mg per kg of product. */
const getAddedSelenium = (additives: Additives): number =>
  additives.reduce((sum, { key, amount }) => (key === 'selenium' ? sum + amount : sum), 0);

/** Returns a ration as input for the totals. */
export const toRationFeed = ({
  advice: { figures },
  analytical,
  additives,
}: Pick<SavedRation, 'advice' | 'analytical' | 'additives'>): RationFeed => ({
  gramsPerDay: figures.gramsPerDay,
  feedsPerDay: figures.feedsPerDay,
  starch: analytical?.starch ?? 0,
  selenium: getAddedSelenium(additives),
});

/**
 * Returns the weight for the limits of a horse: the lowest weight of its rations, so that no limit is
 * exceeded.
 */
export const getLowestHorseWeight = (rations: readonly Pick<SavedRation, 'weightKg'>[]): number =>
  Math.min(...rations.map(({ weightKg }) => weightKg));

export type AdjustedRation =
  | { readonly advice: Advice; readonly refusal: null }
  | { readonly advice: null; readonly refusal: RationRefusal };

/**
 * Fits the ration of one product to the other feeds of a horse. It is reduced to the remaining allowance, and
 * refused if nothing remains or the total selenium would be too high.
 *
 * @param others valid rations of the horse
 */
export function adjustRation(
  model: FeedModel,
  goods: {
    readonly variant: Omit<FeedAdviceVariant, 'productVariantId'>;
    readonly additives: Additives;
    /** Price of the pack in euro cents. */
    readonly amountInclVat: number;
  },
  input: AdviceInput,
  others: readonly SavedRation[],
): AdjustedRation {
  const { variant, additives, amountInclVat } = goods;
  const advised = { variant, summary: { price: { amountInclVat } } };
  const unrestricted = calculateAdvice(model, advised, input);
  if (!unrestricted.determined) return { advice: null, refusal: unrestricted.reason };
  const own = input.weightKg ?? findReferenceWeight(model, input.horseType);
  const weightKg = getLowestHorseWeight([{ weightKg: own }, ...others]);
  const otherFeeds = others.map(toRationFeed);
  const starch = variant.analytical?.starch ?? 0;
  const { feedsPerDay } = unrestricted.advice;
  const { roundToG = 1 } = variant.dose;
  const gramsLeft = getGramsLeft(model, weightKg, otherFeeds, { starch, feedsPerDay, roundToG });
  if (gramsLeft === 0) return { advice: null, refusal: 'combination_over_limit' };
  const answer = calculateAdvice(model, advised, { ...input, gramsLeft });
  if (!answer.determined) return { advice: null, refusal: answer.reason };
  const { gramsPerDay } = answer.advice;
  const feeds = [...otherFeeds, { gramsPerDay, selenium: getAddedSelenium(additives) }];
  return hasTooMuchSelenium(model, weightKg, feeds)
    ? { advice: null, refusal: 'selenium_limit' }
    : { advice: answer.advice, refusal: null };
}

const findReferenceWeight = ({ horseTypes }: FeedModel, horseType: string): number => {
  const known = Object.entries(horseTypes).find(([key]) => key === horseType);
  if (!known) throw new RangeError(`Unknown horse type '${horseType}'`);
  return known[1].referenceWeightKg;
};
