import type { RoughageChoice, UsedRoughage } from '../../../../shared/contract/feed-advice.ts';
import type { RoughageResult } from '../../../../shared/rules/feed-advice/feed-advice.ts';
import type { FeedModel, RoughageType } from '../../../../shared/rules/feed-advice/feed-model.ts';
import { qsGrades } from '../../../../shared/rules/lab-results.ts';
import type { Database } from '../../core/database/database.ts';
import { createNotFound } from '../../core/http/problem-error.ts';
import type { LinkTokens } from '../../core/security/link-tokens.ts';
import type { ScopedContext } from '../../sites/scoped-call.ts';
import {
  findRoughageByReportKey,
  findRoughageOfSample,
  getResultAgeDays,
  type TestedRoughage,
} from '../lab-results/queries.ts';
import type { TypedReportValues } from './tables.ts';

/** Roughage as input for the model and as output next to a ration. */
export interface ChosenRoughage {
  readonly input: string | RoughageResult;
  /** Null if a value is missing; the model then refuses the roughage. */
  readonly used: UsedRoughage | null;
}

/**
 * Returns the roughage that a visitor chose, as it is at the time of the request.
 *
 * @throws ProblemError 404 if the report key does not exist or the site has no tests
 */
export async function readRoughageChoice(
  { database, linkTokens }: { readonly database: Database; readonly linkTokens: LinkTokens },
  { site, now }: ScopedContext,
  model: FeedModel,
  choice: RoughageChoice,
): Promise<ChosenRoughage> {
  if ('rqsKey' in choice) {
    if (!site.site.enableRqs) throw createNotFound();
    const found = await findRoughageByReportKey(database, linkTokens, { key: choice.rqsKey, now });
    if (!found) throw createNotFound();
    return toReportRoughage(found);
  }
  if ('values' in choice) return toTypedRoughage(choice.values, now);
  return toDefaultRoughage(model, choice.type);
}

/** Returns the roughage of the newest report of a sample; undefined if it has none. */
export async function readReportRoughage(
  database: Database,
  sampleId: string,
  now: Date,
): Promise<ChosenRoughage | undefined> {
  const found = await findRoughageOfSample(database, { sampleId, now });
  return found && toReportRoughage(found);
}

function toReportRoughage({ sampleName, resultDate, result }: TestedRoughage): ChosenRoughage {
  return { input: result, used: toUsedRoughage(result, { source: 'report', sampleName, resultDate }) };
}

/** Returns roughage with typed values. Values copied from a report keep the age of the report. */
export function toTypedRoughage({ resultDate, ...values }: TypedReportValues, now: Date): ChosenRoughage {
  const result: RoughageResult = {
    ...values,
    ageDays: resultDate === undefined ? 0 : getResultAgeDays(resultDate, now),
  };
  return {
    input: result,
    used: toUsedRoughage(result, { source: 'typed', sampleName: null, resultDate: resultDate ?? null }),
  };
}

/** Returns the default values of untested roughage of a type. */
export function toDefaultRoughage(
  model: FeedModel,
  type: RoughageType,
): ChosenRoughage & { readonly used: UsedRoughage } {
  const { dryMatterPct, energyDE, crudeProtein, sugar } = model.roughageDefaults[type];
  return {
    input: type,
    used: {
      source: 'default',
      type,
      dryMatterPct,
      energyDE,
      crudeProtein,
      sugar,
      sampleName: null,
      resultDate: null,
      qsGrade: null,
    },
  };
}

function toUsedRoughage(
  { type, dryMatterPct, energyDE, crudeProtein, sugar, qsGrade = null }: RoughageResult,
  origin: Pick<UsedRoughage, 'source' | 'sampleName' | 'resultDate'>,
): UsedRoughage | null {
  const isTested = type === 'hay' || type === 'silage';
  if (!isTested || dryMatterPct === null || energyDE === null || crudeProtein === null || sugar === null)
    return null;
  const grade = qsGrades.find((each) => each === qsGrade) ?? null;
  return { ...origin, type, dryMatterPct, energyDE, crudeProtein, sugar, qsGrade: grade };
}
