import type { QsResult, RqsResult } from '../../../../shared/contract/lab-results.ts';
import { type FeedModel, getEnergyLevel } from '../../../../shared/rules/feed-advice/feed-model.ts';
import {
  adviceEffectByGrade,
  getGermCount,
  getMoisturePct,
  getQsGrade,
  getQsStep,
  getValueClass,
  type LabReference,
  qsCounts,
  type ReportVerdict,
  rqsParameters,
  rqsUnits,
} from '../../../../shared/rules/lab-results.ts';
import { getHygieneGrade, type SampleWithResult } from './queries.ts';
import type { HygieneScanResultValues, NutritionScanResultValues } from './tables.ts';

type RoughageType = 'hay' | 'silage';
type RqsVerdict = Omit<RqsResult['values'][number], 'article'>;

/** Returns the values of a nutrition scan, each compared with its target. */
export function judgeNutritionScan(
  { values }: Pick<NutritionScanResultValues, 'values'>,
  type: RoughageType,
  { rqsTargets }: LabReference,
): RqsVerdict[] {
  return rqsParameters.map((parameter) => {
    const { min, max, average } = rqsTargets[type][parameter];
    const value = values[parameter];
    const verdict = getValueClass(value, { min, max });
    return { parameter, unit: rqsUnits[parameter], value, min, max, average, verdict };
  });
}

export type JudgedHygieneScan = Pick<
  QsResult,
  'dryMatterPct' | 'moisturePct' | 'grade' | 'germCount' | 'counts' | 'adviceEffect'
>;

/** Returns the counts of a hygiene scan, each with its step, and the resulting grade. */
export function judgeHygieneScan(
  { dryMatterPct, counts }: HygieneScanResultValues,
  type: RoughageType,
  { qsOrientation }: LabReference,
): JudgedHygieneScan {
  const counted = qsCounts.map((count) => {
    const value = counts[count];
    const orientation = qsOrientation[type][count];
    return { count, value, orientation, step: getQsStep(value, orientation) };
  });
  const grade = getQsGrade(counted.map(({ step }) => step));
  return {
    dryMatterPct,
    moisturePct: getMoisturePct(dryMatterPct),
    grade,
    germCount: getGermCount(counts),
    counts: counted,
    adviceEffect: adviceEffectByGrade[grade],
  };
}

/**
 * Returns the verdict of one result without its batch: the energy level of a nutrition scan, or the grade of
 * a hygiene scan; null if the type of roughage is unknown.
 */
export function getVerdictWithoutBatch(
  { sample, result }: SampleWithResult,
  reference: LabReference,
  model: FeedModel,
): ReportVerdict | null {
  if (sample.roughageType === null) return null;
  if (result.rqs) return getEnergyLevel(model, result.rqs.values.energyDE).key;
  return result.qs ? judgeHygieneScan(result.qs, sample.roughageType, reference).grade : null;
}

/** Finds the hygiene scan of a batch with the worst grade, which determines the advice. */
export function findWorstHygieneScan(
  scans: readonly SampleWithResult[],
  reference: LabReference,
): SampleWithResult | undefined {
  const getGrade = ({ sample, result }: SampleWithResult): string =>
    sample.roughageType && result.qs ? getHygieneGrade(reference, sample.roughageType, result.qs) : '';
  return scans.toSorted((a, b) => getGrade(b).localeCompare(getGrade(a)))[0];
}
