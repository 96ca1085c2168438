import { and, asc, desc, eq, exists, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core';
import { DAY_MS } from '../../../../shared/rules/durations.ts';
import type { RoughageResult } from '../../../../shared/rules/feed-advice/feed-advice.ts';
import {
  getQsGrade,
  getQsStep,
  getWorstGrade,
  type LabReference,
  type QsGrade,
  qsCounts,
  type RoughageTestKind,
  type SampleState,
} from '../../../../shared/rules/lab-results.ts';
import type { Database } from '../../core/database/database.ts';
import type { LinkTokens } from '../../core/security/link-tokens.ts';
import { findMailAddressForLabResults } from '../../customers/accounts/queries.ts';
import { unlinkSamplesFromAdvice } from '../feed-advice/queries.ts';
import { advisedSamples } from '../feed-advice/views.ts';
import { createReportKeyCondition, isReportKeyOf } from './report-keys.ts';
import { createSameBatchCondition, listBatchSamples } from './sample-batches.ts';
import type { SampleOrders } from './sample-orders.ts';
import {
  type HygieneScanResultValues,
  labReference,
  labResult,
  labShelf,
  roughageSample,
  sampleNumberSeries,
} from './tables.ts';

export { createReportKeyCondition, deriveReportKey, isReportKeyOf } from './report-keys.ts';
export { listBatchSamples };

export type SampleRecord = typeof roughageSample.$inferSelect;
export type ResultRecord = typeof labResult.$inferSelect;
export type RecommendationRecord = typeof labShelf.$inferSelect;

/** A sample with the newest version of its result. */
export interface SampleWithResult {
  readonly sample: SampleRecord;
  readonly result: ResultRecord;
}

/** Returns the reference values for results; undefined if the installation has no tests. */
export async function findLabReference(database: Database): Promise<LabReference | undefined> {
  const [row] = await database.select({ reference: labReference.reference }).from(labReference);
  return row?.reference;
}

/** Lists the articles of the verdicts of a test type, and the product lists of hygiene grades. */
export const listVerdictRecommendations = (
  handle: Database,
  kind: RoughageTestKind,
): Promise<RecommendationRecord[]> => handle.select().from(labShelf).where(eq(labShelf.testKind, kind));

/** Condition that a result is the newest version of that of its sample. */
const newestResultCondition = sql`${labResult.version} = (
  select max(newest.version) from lab_result newest where newest.sample_id = ${roughageSample.sampleId}
)`;

const selectResults = (handle: Database) =>
  handle
    .select({ sample: roughageSample, result: labResult })
    .from(roughageSample)
    .innerJoin(labResult, and(eq(labResult.sampleId, roughageSample.sampleId), newestResultCondition));

/** Returns the result of a key; undefined if the key is invalid or has no result yet. */
export async function findResultByReportKey(
  handle: Database,
  links: LinkTokens,
  { kind, key }: { readonly kind: RoughageTestKind; readonly key: string },
): Promise<SampleWithResult | undefined> {
  const rows = await selectResults(handle).where(
    and(createReportKeyCondition(key), eq(roughageSample.testKind, kind)),
  );
  return rows.find(({ sample }) => isReportKeyOf(links, sample, key));
}

/** Returns a sample with its newest result; undefined if it has none. */
export async function findResultOfSample(
  handle: Database,
  sampleId: string,
): Promise<SampleWithResult | undefined> {
  const [row] = await selectResults(handle).where(eq(roughageSample.sampleId, sampleId));
  return row;
}

/** Lists the newest results of the other test of the same batch, the latest first. */
export async function listOtherSamplesOfBatch(
  handle: Database,
  { sampleId, testKind }: Pick<SampleRecord, 'sampleId' | 'testKind'>,
): Promise<SampleWithResult[]> {
  const own = alias(roughageSample, 'own');
  return selectResults(handle)
    .innerJoin(own, and(eq(own.sampleId, sampleId), createSameBatchCondition(roughageSample, own)))
    .where(ne(roughageSample.testKind, testKind))
    .orderBy(desc(labResult.resultDate), desc(roughageSample.sampleNumber));
}

/** Counts the results that the account owner has not opened. */
export const countUnreadResults = (handle: Database, accountId: string): Promise<number> =>
  handle.$count(
    roughageSample,
    and(
      eq(roughageSample.accountId, accountId),
      eq(roughageSample.state, 'result'),
      isNull(roughageSample.readAt),
    ),
  );

/** Returns a sample of an account by its key and locks it until the transaction ends. */
export async function lockAccountSample(
  transaction: Database,
  links: LinkTokens,
  reference: { readonly accountId: string; readonly kind: RoughageTestKind; readonly key: string },
): Promise<SampleRecord | undefined> {
  const rows = await transaction
    .select()
    .from(roughageSample)
    .where(
      and(
        createReportKeyCondition(reference.key),
        eq(roughageSample.testKind, reference.kind),
        eq(roughageSample.accountId, reference.accountId),
        eq(roughageSample.state, 'result'),
      ),
    )
    .for('update');
  return rows.find((sample) => isReportKeyOf(links, sample, reference.key));
}

/** Invalidates all keys of the report of a sample. Returns the updated sample. */
export async function replaceReportKey(transaction: Database, sampleId: string): Promise<SampleRecord> {
  const [row] = await transaction
    .update(roughageSample)
    .set({ keyVersion: sql`${roughageSample.keyVersion} + 1` })
    .where(eq(roughageSample.sampleId, sampleId))
    .returning();
  if (!row) throw new Error('The sample does not exist');
  return row;
}

export async function updateSample(
  transaction: Database,
  sampleId: string,
  change: Partial<Pick<SampleRecord, 'readAt' | 'isWithdrawn' | 'accountId' | 'sampleName'>>,
): Promise<void> {
  await transaction.update(roughageSample).set(change).where(eq(roughageSample.sampleId, sampleId));
}

/** Deletes samples with their results. Rations that were calculated with them keep their values. */
export async function deleteSamples(transaction: Database, sampleIds: readonly string[]): Promise<void> {
  if (sampleIds.length === 0) return;
  const ids = [...sampleIds];
  await unlinkSamplesFromAdvice(transaction, ids);
  await transaction.delete(labResult).where(inArray(labResult.sampleId, ids));
  await transaction.delete(roughageSample).where(inArray(roughageSample.sampleId, ids));
}

/**
 * Clears samples but keeps their numbers, because a kit may be on its way and laboratory files may still name
 * it. The order gets no replacement samples.
 */
export async function withdrawSamples(transaction: Database, sampleIds: readonly string[]): Promise<void> {
  if (sampleIds.length === 0) return;
  const ids = [...sampleIds];
  await unlinkSamplesFromAdvice(transaction, ids);
  await transaction.delete(labResult).where(inArray(labResult.sampleId, ids));
  for (const sampleId of ids) {
    await updateSample(transaction, sampleId, {
      isWithdrawn: true,
      accountId: null,
      sampleName: '',
      readAt: null,
    });
    await replaceReportKey(transaction, sampleId);
  }
}

/** Returns the ids of samples that meet a condition. Locks them in a fixed order to prevent deadlocks. */
async function lockSampleIds(transaction: Database, condition: SQL | undefined): Promise<string[]> {
  const rows = await transaction
    .select({ sampleId: roughageSample.sampleId })
    .from(roughageSample)
    .where(condition)
    .orderBy(asc(roughageSample.sampleNumber))
    .for('update');
  return rows.map(({ sampleId }) => sampleId);
}

/**
 * Locks a sample and its batch until the transaction ends.
 *
 * @returns false if the sample no longer exists
 */
export async function lockSampleBatch(transaction: Database, sampleId: string): Promise<boolean> {
  const batch = (await listBatchSamples(transaction, sampleId)).map((sample) => sample.sampleId);
  if (batch.length === 0) return false;
  const lockedSamples = await transaction
    .select({ sampleId: roughageSample.sampleId })
    .from(roughageSample)
    .where(inArray(roughageSample.sampleId, batch))
    .orderBy(asc(roughageSample.sampleNumber))
    .for('share');
  return lockedSamples.some((each) => each.sampleId === sampleId);
}

/** Withdraws the samples of a closed account. */
export async function withdrawSamplesOfAccount(transaction: Database, accountId: string): Promise<void> {
  const own = await lockSampleIds(transaction, eq(roughageSample.accountId, accountId));
  await withdrawSamples(transaction, own);
}

/** Assigns the samples of some orders to the account that the orders now belong to. */
export async function attachSamplesToAccount(
  transaction: Database,
  accountId: string,
  orderIds: readonly string[],
): Promise<void> {
  if (orderIds.length === 0) return;
  await transaction
    .update(roughageSample)
    .set({ accountId })
    .where(
      and(
        inArray(roughageSample.orderId, [...orderIds]),
        isNull(roughageSample.accountId),
        eq(roughageSample.isWithdrawn, false),
      ),
    );
}

/** Detaches samples from deleted orders. Samples of an account stay with it; the others are deleted. */
export async function detachSamplesFromOrders(
  transaction: Database,
  orderIds: readonly string[],
): Promise<void> {
  const matchesOrders = inArray(roughageSample.orderId, [...orderIds]);
  const unownedSampleIds = await lockSampleIds(
    transaction,
    and(matchesOrders, isNull(roughageSample.accountId)),
  );
  await deleteSamples(transaction, unownedSampleIds);
  await transaction
    .update(roughageSample)
    .set({ orderId: null, linePosition: null, sequence: null })
    .where(matchesOrders);
}

/**
 * Reserves consecutive kit numbers.
 *
 * @returns the last of them
 */
export async function reserveSampleNumbers(
  transaction: Database,
  {
    testKind,
    year,
    count,
  }: { readonly testKind: RoughageTestKind; readonly year: number; readonly count: number },
): Promise<number> {
  // Samples without an order have numbers from the import files.
  const prefix = `${testKind.toUpperCase()}-${year}-`;
  const known = sql`(
    select coalesce(max(substr(${roughageSample.sampleNumber}, ${prefix.length + 1})::integer), 0)
    from ${roughageSample}
    where ${roughageSample.orderId} is null and ${roughageSample.accountId} is null
      and ${roughageSample.sampleNumber} ~ ${`^${prefix}\\d{1,9}$`}
  )`;
  const [row] = await transaction
    .insert(sampleNumberSeries)
    .values({ testKind, year, last: sql`${known} + ${count}` })
    .onConflictDoUpdate({
      target: [sampleNumberSeries.testKind, sampleNumberSeries.year],
      set: { last: sql`greatest(${sampleNumberSeries.last}, ${known}) + ${count}` },
    })
    .returning({ last: sampleNumberSeries.last });
  if (!row) throw new Error('No sample numbers were allocated');
  return row.last;
}

export async function insertSamples(
  transaction: Database,
  samples: readonly (typeof roughageSample.$inferInsert)[],
): Promise<void> {
  await transaction.insert(roughageSample).values([...samples]);
}

/** Returns the samples of an order whose kits were not sent yet, locked. */
export const lockSamplesWithUnsentKits = (transaction: Database, orderId: string): Promise<string[]> =>
  lockSampleIds(
    transaction,
    and(
      eq(roughageSample.orderId, orderId),
      eq(roughageSample.state, 'ordered'),
      eq(roughageSample.isWithdrawn, false),
    ),
  );

/**
 * Returns the samples of an order that have no result, locked: those whose kits were not sent, and those that
 * are on their way or received.
 */
export async function lockSamplesWithoutResult(
  transaction: Database,
  orderId: string,
): Promise<{ readonly unsent: readonly string[]; readonly sent: readonly string[] }> {
  const of = (states: readonly SampleState[]) =>
    lockSampleIds(
      transaction,
      and(eq(roughageSample.orderId, orderId), inArray(roughageSample.state, [...states])),
    );
  return { unsent: await of(['ordered']), sent: await of(['sent', 'received']) };
}

const sampleAtLabCondition = inArray(roughageSample.state, ['received', 'result']);

/**
 * Returns the orders of a list with a sample that has reached the laboratory: its work is done or in
 * progress.
 */
export async function listOrdersAtLab(
  handle: Database,
  orderIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (orderIds.length === 0) return new Set();
  const rows = await handle
    .selectDistinct({ orderId: roughageSample.orderId })
    .from(roughageSample)
    .where(and(inArray(roughageSample.orderId, [...orderIds]), sampleAtLabCondition));
  return new Set(rows.flatMap(({ orderId }) => orderId ?? []));
}

/**
 * Returns whether a sample of an order has reached the laboratory. The lock keeps that unchanged until the
 * transaction ends.
 */
export async function lockOrderAtLab(transaction: Database, orderId: string): Promise<boolean> {
  await lockSampleIds(transaction, eq(roughageSample.orderId, orderId));
  return (await listOrdersAtLab(transaction, [orderId])).size > 0;
}

/** Returns the age of a result in whole days. */
export const getResultAgeDays = (resultDate: string, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - Date.parse(resultDate)) / DAY_MS));

/** Roughage as measured by a nutrition scan. */
export interface TestedRoughage {
  readonly sampleName: string;
  readonly resultDate: string;
  readonly result: RoughageResult;
}

/**
 * Returns roughage by the key of its nutrition scan: the newest version, its age at a given time, and the
 * grade of the hygiene scan of the same batch if there is one. Returns undefined if no nutrition scan has
 * this key, or it has no result yet.
 */
export async function findRoughageByReportKey(
  handle: Database,
  links: LinkTokens,
  { key, now }: { readonly key: string; readonly now: Date },
): Promise<TestedRoughage | undefined> {
  return toTestedRoughage(handle, await findResultByReportKey(handle, links, { kind: 'rqs', key }), now);
}

/** Does the same as `findRoughageByReportKey`, by the id of the sample. */
export const findRoughageOfSample = async (
  handle: Database,
  { sampleId, now }: { readonly sampleId: string; readonly now: Date },
): Promise<TestedRoughage | undefined> =>
  toTestedRoughage(handle, await findResultOfSample(handle, sampleId), now);

async function toTestedRoughage(
  handle: Database,
  row: SampleWithResult | undefined,
  now: Date,
): Promise<TestedRoughage | undefined> {
  if (!row?.result.rqs) return undefined;
  const { sampleName, roughageType } = row.sample;
  const { resultDate, rqs } = row.result;
  const { dryMatterPct, energyDE, crudeProtein, sugar } = rqs.values;
  return {
    sampleName,
    resultDate,
    result: {
      type: roughageType ?? '',
      dryMatterPct,
      energyDE,
      crudeProtein,
      sugar,
      ageDays: getResultAgeDays(resultDate, now),
      qsGrade: await findHygieneGradeOfBatch(handle, row.sample),
    },
  };
}

/** Returns the worst grade of the hygiene scans of a batch; null if none has a result. */
const findHygieneGradeOfBatch = async (
  handle: Database,
  { sampleId }: SampleRecord,
): Promise<QsGrade | null> => (await findHygieneGradesOfBatches(handle, [sampleId])).get(sampleId) ?? null;

/**
 * Returns by sample the worst grade of the hygiene scans of its batch, including itself. A batch without one
 * has no entry.
 */
export async function findHygieneGradesOfBatches(
  handle: Database,
  sampleIds: readonly string[],
): Promise<ReadonlyMap<string, QsGrade>> {
  if (sampleIds.length === 0) return new Map();
  const own = alias(roughageSample, 'own');
  const rows = await handle
    .select({ ownId: own.sampleId, type: roughageSample.roughageType, qs: labResult.qs })
    .from(own)
    .innerJoin(roughageSample, createSameBatchCondition(roughageSample, own))
    .innerJoin(labResult, and(eq(labResult.sampleId, roughageSample.sampleId), newestResultCondition))
    .where(and(inArray(own.sampleId, [...sampleIds]), eq(roughageSample.testKind, 'qs')));
  const reference = rows.length > 0 ? await findLabReference(handle) : undefined;
  if (!reference) return new Map();
  const grades = new Map<string, QsGrade>();
  for (const { ownId, type, qs } of rows) {
    if (!type || !qs) continue;
    const known = grades.get(ownId);
    const worst = getWorstGrade([...(known ? [known] : []), getHygieneGrade(reference, type, qs)]);
    if (worst) grades.set(ownId, worst);
  }
  return grades;
}

/** Returns by sample the lowest sample number of its batch, which is equal for all samples of the batch. */
export async function findLowestSampleNumbersOfBatches(
  handle: Database,
  sampleIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (sampleIds.length === 0) return new Map();
  const own = alias(roughageSample, 'own');
  const rows = await handle
    .select({ ownId: own.sampleId, batch: sql<string>`min(${roughageSample.sampleNumber})` })
    .from(own)
    .innerJoin(roughageSample, createSameBatchCondition(roughageSample, own))
    .where(inArray(own.sampleId, [...sampleIds]))
    .groupBy(own.sampleId);
  return new Map(rows.map(({ ownId, batch }) => [ownId, batch]));
}

/** Returns the grade of a hygiene scan from its counts. */
export function getHygieneGrade(
  { qsOrientation }: LabReference,
  type: 'hay' | 'silage',
  { counts }: HygieneScanResultValues,
): QsGrade {
  return getQsGrade(qsCounts.map((count) => getQsStep(counts[count], qsOrientation[type][count])));
}

/** Returns the samples of a list whose batch was used for a saved ration. */
export async function listSamplesUsedInAdvice(
  handle: Database,
  sampleIds: readonly string[],
): Promise<string[]> {
  if (sampleIds.length === 0) return [];
  const advised = alias(roughageSample, 'advised');
  const rows = await handle
    .selectDistinct({ sampleId: roughageSample.sampleId })
    .from(advisedSamples)
    .innerJoin(advised, eq(advised.sampleId, advisedSamples.sampleId))
    .innerJoin(roughageSample, createSameBatchCondition(roughageSample, advised))
    .orderBy(asc(roughageSample.sampleId));
  const changed = new Set(sampleIds);
  return rows.flatMap(({ sampleId }) => (changed.has(sampleId) ? [sampleId] : []));
}

/** Returns the email address of the owner of a sample: that of the account, otherwise that of the order. */
export async function findOwnerEmailAddress(
  handle: Database,
  { accountId, orderId }: Pick<SampleRecord, 'accountId' | 'orderId'>,
  orders: Pick<SampleOrders, 'findOrderEmailAddress'>,
): Promise<string | undefined> {
  if (accountId !== null) {
    return findMailAddressForLabResults(handle, accountId);
  }
  return orderId === null ? undefined : orders.findOrderEmailAddress(handle, orderId);
}

/** A sample of an account, with its order if that is still stored, and its newest result if there is one. */
export interface AccountSample {
  readonly sample: SampleRecord;
  readonly productVariantId: number | null;
  readonly orderNumber: string | null;
  readonly result: ResultRecord | null;
}

/** Lists the samples of an account, the latest first. */
export async function listAccountSamples(
  handle: Database,
  orders: Pick<SampleOrders, 'readOrdersById'>,
  accountId: string,
  kind: RoughageTestKind,
): Promise<AccountSample[]> {
  const rows = await handle
    .select({ sample: roughageSample, result: labResult })
    .from(roughageSample)
    .leftJoin(labResult, and(eq(labResult.sampleId, roughageSample.sampleId), newestResultCondition))
    .where(and(eq(roughageSample.accountId, accountId), eq(roughageSample.testKind, kind)))
    .orderBy(desc(roughageSample.createdAt), desc(roughageSample.sampleNumber));
  const ordersById = await orders.readOrdersById(handle, listOrderIds(rows.map(({ sample }) => sample)));
  return rows.map(({ sample, result }) => {
    const order = ordersById.get(sample.orderId ?? '');
    return {
      sample,
      result,
      orderNumber: order?.orderNumber ?? null,
      productVariantId: order?.lines.get(sample.linePosition ?? 0)?.productVariantId ?? null,
    };
  });
}

/** Returns the ids of the orders of samples, each once. */
export const listOrderIds = (samples: readonly Pick<SampleRecord, 'orderId'>[]): string[] => [
  ...new Set(samples.flatMap(({ orderId }) => orderId ?? [])),
];

/** A sample that the laboratory has not received yet. */
export interface ExpectedSample extends Pick<SampleRecord, 'sampleId' | 'sampleNumber' | 'testKind'> {
  /** Key of the ordered product, which determines the tests; null if the order was deleted. */
  readonly kit: string | null;
}

/** Lists the samples that the laboratory has not received, by number. */
export async function listExpectedSamples(
  handle: Database,
  orders: Pick<SampleOrders, 'readOrdersById'>,
): Promise<ExpectedSample[]> {
  const { sampleId, sampleNumber, testKind, orderId, linePosition } = roughageSample;
  const rows = await handle
    .select({ sampleId, sampleNumber, testKind, orderId, linePosition })
    .from(roughageSample)
    .where(and(inArray(roughageSample.state, ['ordered', 'sent']), eq(roughageSample.isWithdrawn, false)))
    .orderBy(asc(roughageSample.sampleNumber));
  const ordersById = await orders.readOrdersById(handle, listOrderIds(rows));
  return rows.map(({ orderId: id, linePosition: position, ...sample }) => ({
    ...sample,
    kit: ordersById.get(id ?? '')?.lines.get(position ?? 0)?.productKey ?? null,
  }));
}

/** Creates the condition that a piece of an order has its sample. */
export const createSampledCondition = (
  handle: Database,
  piece: Readonly<Record<'orderId' | 'position' | 'sequence', AnyPgColumn>>,
): SQL =>
  exists(
    handle
      .select({ one: sql`1` })
      .from(roughageSample)
      .where(
        and(
          eq(roughageSample.orderId, piece.orderId),
          eq(roughageSample.linePosition, piece.position),
          eq(roughageSample.sequence, piece.sequence),
        ),
      ),
  );

/** Returns the sample id of the nutrition scan of a key if it belongs to this account. */
export async function findAccountSampleId(
  handle: Database,
  links: LinkTokens,
  { key, accountId }: { readonly key: string; readonly accountId: string },
): Promise<string | undefined> {
  const rows = await handle
    .select()
    .from(roughageSample)
    .where(
      and(
        createReportKeyCondition(key),
        eq(roughageSample.accountId, accountId),
        eq(roughageSample.testKind, 'rqs'),
      ),
    );
  return rows.find((sample) => isReportKeyOf(links, sample, key))?.sampleId;
}

/** Lists the samples of roughage tests of an order. */
export async function listSamplesOfOrder(
  handle: Database,
  orderId: string,
): Promise<
  Pick<SampleRecord, 'sampleNumber' | 'sampleName' | 'state' | 'isWithdrawn' | 'linePosition' | 'sequence'>[]
> {
  return handle
    .select({
      linePosition: roughageSample.linePosition,
      sequence: roughageSample.sequence,
      sampleNumber: roughageSample.sampleNumber,
      sampleName: roughageSample.sampleName,
      state: roughageSample.state,
      isWithdrawn: roughageSample.isWithdrawn,
    })
    .from(roughageSample)
    .where(eq(roughageSample.orderId, orderId))
    .orderBy(asc(roughageSample.linePosition), asc(roughageSample.sequence));
}
