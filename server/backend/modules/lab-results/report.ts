import type { QsResult, RqsResult } from '../../../../shared/contract/lab-results.ts';
import {
  adviceEffects,
  getGermCount,
  getMoisturePct,
  getQsGrade,
  getQsStep,
  getValueClass,
  type LabReference,
  qsCounts,
  rqsParameters,
  rqsUnits,
} from '../../../../shared/rules/lab-results.ts';
import type { QsValues, RqsValues } from './tables.ts';

type RoughageType = 'hay' | 'silage';
type RqsVerdict = Omit<RqsResult['values'][number], 'shelf'>;

/** The values of a nutrition scan, each against its target. */
export function judgeRqs(
  { values }: Pick<RqsValues, 'values'>,
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

export type JudgedQs = Pick<
  QsResult,
  'dryMatterPct' | 'moisturePct' | 'grade' | 'germCount' | 'counts' | 'adviceEffect'
>;

/** The counts of a hygiene scan, each with its step, and what they come to. */
export function judgeQs(
  { dryMatterPct, counts }: QsValues,
  type: RoughageType,
  { qsOrientation }: LabReference,
): JudgedQs {
  const judged = qsCounts.map((count) => {
    const value = counts[count];
    const orientation = qsOrientation[type][count];
    return { count, value, orientation, step: getQsStep(value, orientation) };
  });
  const grade = getQsGrade(judged.map(({ step }) => step));
  return {
    dryMatterPct,
    moisturePct: getMoisturePct(dryMatterPct),
    grade,
    germCount: getGermCount(counts),
    counts: judged,
    adviceEffect: adviceEffects[grade],
  };
}
