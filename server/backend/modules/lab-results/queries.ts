import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { RoughageResult } from '../../../../shared/rules/feed-advice/feed-advice.ts';
import {
  getQsGrade,
  getQsStep,
  type LabReference,
  type QsGrade,
  qsCounts,
} from '../../../../shared/rules/lab-results.ts';
import type { Database } from '../../database/database.ts';
import { labReference, labResult, type QsValues, roughageSample } from './tables.ts';

/** What results are held against; undefined where the shop has no tests. */
export async function findLabReference(database: Database): Promise<LabReference | undefined> {
  const [row] = await database.select({ reference: labReference.reference }).from(labReference);
  return row?.reference;
}

/** Deletes the samples of an account with their results. */
export async function deleteSamplesOfAccount(transaction: Database, accountId: string): Promise<void> {
  const own = transaction
    .select({ sampleId: roughageSample.sampleId })
    .from(roughageSample)
    .where(eq(roughageSample.accountId, accountId));
  await transaction.delete(labResult).where(inArray(labResult.sampleId, own));
  await transaction.delete(roughageSample).where(eq(roughageSample.accountId, accountId));
}

const DAY_MS = 86_400_000;

/** Roughage as a nutrition scan found it. */
export interface TestedRoughageOfKey {
  readonly sampleName: string;
  readonly resultDate: string;
  readonly result: RoughageResult;
}

/**
 * Roughage by the key of its nutrition scan: the newest version, as old as it is at an instant, with the grade of the hygiene scan of the
 * same batch where there is one. Undefined where no nutrition scan has this key, or it has no result yet.
 */
export async function findRoughageOfKey(
  handle: Database,
  key: string,
  now: Date,
): Promise<TestedRoughageOfKey | undefined> {
  const [row] = await handle
    .select({
      sampleName: roughageSample.sampleName,
      orderId: roughageSample.orderId,
      accountId: roughageSample.accountId,
      type: roughageSample.roughageType,
      resultDate: labResult.resultDate,
      rqs: labResult.rqs,
    })
    .from(roughageSample)
    .innerJoin(labResult, eq(labResult.sampleId, roughageSample.sampleId))
    .where(and(eq(roughageSample.key, key), eq(roughageSample.testKind, 'rqs')))
    .orderBy(desc(labResult.version))
    .limit(1);
  if (!row?.rqs) return undefined;
  const { sampleName, type, resultDate, rqs } = row;
  const { dryMatterPct, energyDE, crudeProtein, sugar } = rqs.values;
  return {
    sampleName,
    resultDate,
    result: {
      type: type ?? '',
      dryMatterPct,
      energyDE,
      crudeProtein,
      sugar,
      ageDays: Math.max(0, Math.floor((now.getTime() - Date.parse(resultDate)) / DAY_MS)),
      qsGrade: await findGradeOfBatch(handle, row),
    },
  };
}

/** The worst grade of the hygiene scans of a batch: of one order, under one name. Null where none has a result. */
async function findGradeOfBatch(
  handle: Database,
  batch: { readonly sampleName: string; readonly orderId: string | null; readonly accountId: string | null },
): Promise<QsGrade | null> {
  const rows = await handle
    .selectDistinctOn([labResult.sampleId], { type: roughageSample.roughageType, qs: labResult.qs })
    .from(roughageSample)
    .innerJoin(labResult, eq(labResult.sampleId, roughageSample.sampleId))
    .where(
      and(
        eq(roughageSample.testKind, 'qs'),
        eq(roughageSample.sampleName, batch.sampleName),
        // The samples that the shop shows are of no order.
        sql`${roughageSample.orderId} is not distinct from ${batch.orderId}::uuid`,
        sql`${roughageSample.accountId} is not distinct from ${batch.accountId}::uuid`,
      ),
    )
    .orderBy(labResult.sampleId, desc(labResult.version));
  if (rows.length === 0) return null;
  const reference = await findLabReference(handle);
  if (!reference) return null;
  const grades = rows.flatMap(({ type, qs }) => (type && qs ? [gradeCounts(reference, type, qs)] : []));
  return grades.toSorted().at(-1) ?? null;
}

/** Grade of a hygiene scan by its counts. */
export function gradeCounts(
  { qsOrientation }: LabReference,
  type: 'hay' | 'silage',
  { counts }: QsValues,
): QsGrade {
  return getQsGrade(qsCounts.map((count) => getQsStep(counts[count], qsOrientation[type][count])));
}
