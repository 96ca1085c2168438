import { and, asc, desc, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { DAY_MS } from '../../../../shared/rules/durations.ts';
import type { RoughageResult } from '../../../../shared/rules/feed-advice/feed-advice.ts';
import {
  getQsGrade,
  getQsStep,
  getWorstGrade,
  type LabReference,
  type QsGrade,
  qsCounts,
  type SampleState,
  type TestKind,
} from '../../../../shared/rules/lab-results.ts';
import type { Database } from '../../database/database.ts';
import type { LinkTokens } from '../../security/link-tokens.ts';
import { account } from '../accounts/tables.ts';
import { unlinkSamples } from '../feed-advice/queries.ts';
import { feedAdvice } from '../feed-advice/tables.ts';
import { customerOrder, orderLine, orderSample } from '../orders/tables.ts';
import { product } from '../products/tables.ts';
import { isOfBatch, listBatch } from './batches.ts';
import { isReportKeyOf, mayHaveReportKey } from './keys.ts';
import {
  labReference,
  labResult,
  labShelf,
  type QsValues,
  roughageSample,
  sampleNumberSeries,
} from './tables.ts';

export { deriveReportKey, isReportKeyOf, mayHaveReportKey } from './keys.ts';
export { listBatch };

export type SampleRecord = typeof roughageSample.$inferSelect;
export type ResultRecord = typeof labResult.$inferSelect;
export type ShelfRecord = typeof labShelf.$inferSelect;

/** A sample with the newest version of its result. */
export interface SampleWithResult {
  readonly sample: SampleRecord;
  readonly result: ResultRecord;
}

/** What results are held against; undefined where the shop has no tests. */
export async function findLabReference(database: Database): Promise<LabReference | undefined> {
  const [row] = await database.select({ reference: labReference.reference }).from(labReference);
  return row?.reference;
}

/** Lists the articles of the verdicts of a kind of test, and the lists of products of classes of hygiene. */
export const listShelves = (handle: Database, kind: TestKind): Promise<ShelfRecord[]> =>
  handle.select().from(labShelf).where(eq(labShelf.testKind, kind));

const isNewest = sql`${labResult.version} = (
  select max(newest.version) from lab_result newest where newest.sample_id = ${roughageSample.sampleId}
)`;

const selectResults = (handle: Database) =>
  handle
    .select({ sample: roughageSample, result: labResult })
    .from(roughageSample)
    .innerJoin(labResult, and(eq(labResult.sampleId, roughageSample.sampleId), isNewest));

/** Returns the result that a key opens; undefined if there is none, or none yet. */
export async function findResultOfKey(
  handle: Database,
  links: LinkTokens,
  { kind, key }: { readonly kind: TestKind; readonly key: string },
): Promise<SampleWithResult | undefined> {
  const rows = await selectResults(handle).where(
    and(mayHaveReportKey(key), eq(roughageSample.testKind, kind)),
  );
  return rows.find(({ sample }) => isReportKeyOf(links, sample, key));
}

/** A sample with its newest result; undefined where it has none. */
export async function findResultOfSample(
  handle: Database,
  sampleId: string,
): Promise<SampleWithResult | undefined> {
  const [row] = await selectResults(handle).where(eq(roughageSample.sampleId, sampleId));
  return row;
}

/** The newest results of the other test of the same batch, the latest first. */
export async function listOthersOfBatch(
  handle: Database,
  { sampleId, testKind }: Pick<SampleRecord, 'sampleId' | 'testKind'>,
): Promise<SampleWithResult[]> {
  const own = alias(roughageSample, 'own');
  return selectResults(handle)
    .innerJoin(own, and(eq(own.sampleId, sampleId), isOfBatch(roughageSample, own)))
    .where(ne(roughageSample.testKind, testKind))
    .orderBy(desc(labResult.resultDate), desc(roughageSample.sampleNumber));
}

/** A sample of an account, with its order where that is still kept, and its newest result where there is one. */
export interface OwnSample {
  readonly sample: SampleRecord;
  readonly productVariantId: number | null;
  readonly orderNumber: string | null;
  readonly result: ResultRecord | null;
}

/** The samples of an account, the latest first. */
export async function listOwnSamples(
  handle: Database,
  accountId: string,
  kind: TestKind,
): Promise<OwnSample[]> {
  return handle
    .select({
      sample: roughageSample,
      productVariantId: orderLine.productVariantId,
      orderNumber: customerOrder.orderNumber,
      result: labResult,
    })
    .from(roughageSample)
    .leftJoin(customerOrder, eq(customerOrder.orderId, roughageSample.orderId))
    .leftJoin(
      orderLine,
      and(eq(orderLine.orderId, roughageSample.orderId), eq(orderLine.position, roughageSample.linePosition)),
    )
    .leftJoin(labResult, and(eq(labResult.sampleId, roughageSample.sampleId), isNewest))
    .where(and(eq(roughageSample.accountId, accountId), eq(roughageSample.testKind, kind)))
    .orderBy(desc(roughageSample.createdAt), desc(roughageSample.sampleNumber));
}

/** Results that the owner of an account has not opened. */
export const countUnreadResults = (handle: Database, accountId: string): Promise<number> =>
  handle.$count(
    roughageSample,
    and(
      eq(roughageSample.accountId, accountId),
      eq(roughageSample.state, 'result'),
      isNull(roughageSample.readAt),
    ),
  );

/** A sample of an account by its key, for this transaction alone until it ends. */
export async function lockOwnSample(
  transaction: Database,
  links: LinkTokens,
  owned: { readonly accountId: string; readonly kind: TestKind; readonly key: string },
): Promise<SampleRecord | undefined> {
  const rows = await transaction
    .select()
    .from(roughageSample)
    .where(
      and(
        mayHaveReportKey(owned.key),
        eq(roughageSample.testKind, owned.kind),
        eq(roughageSample.accountId, owned.accountId),
        eq(roughageSample.state, 'result'),
      ),
    )
    .for('update');
  return rows.find((sample) => isReportKeyOf(links, sample, owned.key));
}

/** Ends every key of the report of a sample that was given out before. Returns the sample as it is now. */
export async function replaceReportKey(transaction: Database, sampleId: string): Promise<SampleRecord> {
  const [row] = await transaction
    .update(roughageSample)
    .set({ keyVersion: sql`${roughageSample.keyVersion} + 1` })
    .where(eq(roughageSample.sampleId, sampleId))
    .returning();
  if (!row) throw new Error('There is no such sample');
  return row;
}

export async function updateSample(
  transaction: Database,
  sampleId: string,
  change: Partial<Pick<SampleRecord, 'readAt' | 'isWithdrawn' | 'accountId' | 'sampleName'>>,
): Promise<void> {
  await transaction.update(roughageSample).set(change).where(eq(roughageSample.sampleId, sampleId));
}

/** Deletes samples with their results; advice that was counted with one of them keeps its figures. */
export async function deleteSamples(transaction: Database, sampleIds: readonly string[]): Promise<void> {
  if (sampleIds.length === 0) return;
  const ids = [...sampleIds];
  await unlinkSamples(transaction, ids);
  await transaction.delete(labResult).where(inArray(labResult.sampleId, ids));
  await transaction.delete(roughageSample).where(inArray(roughageSample.sampleId, ids));
}

/**
 * Leaves nothing of samples but their numbers: a kit may be on its way, and a file of the laboratory that names it is no fault. No piece of
 * the order gets another sample.
 */
export async function withdrawSamples(transaction: Database, sampleIds: readonly string[]): Promise<void> {
  if (sampleIds.length === 0) return;
  const ids = [...sampleIds];
  await unlinkSamples(transaction, ids);
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

/** Samples that meet a condition, locked in one order, so that two that do this at once never wait for each other. */
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
 * Lets nobody change a sample, nor the others of its batch, until the transaction ends.
 *
 * @returns false where it is gone
 */
export async function holdSample(transaction: Database, sampleId: string): Promise<boolean> {
  const batch = (await listBatch(transaction, sampleId)).map((sample) => sample.sampleId);
  if (batch.length === 0) return false;
  const held = await transaction
    .select({ sampleId: roughageSample.sampleId })
    .from(roughageSample)
    .where(inArray(roughageSample.sampleId, batch))
    .orderBy(asc(roughageSample.sampleNumber))
    .for('share');
  return held.some((each) => each.sampleId === sampleId);
}

/** Lets go of the samples of an account that is closed. */
export async function withdrawSamplesOfAccount(transaction: Database, accountId: string): Promise<void> {
  const own = await lockSampleIds(transaction, eq(roughageSample.accountId, accountId));
  await withdrawSamples(transaction, own);
}

/** Gives the samples of some orders to the account that the orders now belong to. */
export async function attachSamples(
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

/** Lets go of orders that are forgotten: what is of an account stays with it, what is of nobody goes. */
export async function forgetSamplesOfOrders(
  transaction: Database,
  orderIds: readonly string[],
): Promise<void> {
  const isOfThem = inArray(roughageSample.orderId, [...orderIds]);
  const ofNobody = await lockSampleIds(transaction, and(isOfThem, isNull(roughageSample.accountId)));
  await deleteSamples(transaction, ofNobody);
  await transaction
    .update(roughageSample)
    .set({ orderId: null, linePosition: null, sequence: null })
    .where(isOfThem);
}

/** A piece of a test that was ordered. */
export interface OrderedPiece {
  readonly testKind: TestKind;
  readonly linePosition: number;
  readonly sequence: number;
  readonly sampleName: string;
}

const kindOfType = { 4: 'rqs', 5: 'qs' } as const;
const isTestLine = inArray(orderLine.productType, [4, 5]);

const joinLine = and(
  eq(orderLine.orderId, orderSample.orderId),
  eq(orderLine.position, orderSample.position),
);

const joinSample = and(
  eq(roughageSample.orderId, orderSample.orderId),
  eq(roughageSample.linePosition, orderSample.position),
  eq(roughageSample.sequence, orderSample.sequence),
);

/** The pieces of an order that have no sample yet, in their order. */
export async function listOrderedPieces(handle: Database, orderId: string): Promise<OrderedPiece[]> {
  const rows = await handle
    .select({
      productType: orderLine.productType,
      linePosition: orderSample.position,
      sequence: orderSample.sequence,
      sampleName: orderSample.sampleName,
    })
    .from(orderSample)
    .innerJoin(orderLine, joinLine)
    .leftJoin(roughageSample, joinSample)
    .where(and(eq(orderSample.orderId, orderId), isTestLine, isNull(roughageSample.sampleId)))
    .orderBy(asc(orderSample.position), asc(orderSample.sequence));
  return rows.flatMap(({ productType, ...piece }) =>
    productType === 4 || productType === 5 ? [{ testKind: kindOfType[productType], ...piece }] : [],
  );
}

/** Orders that are paid for, with tests that have no sample. */
export async function listOrdersWithoutSamples(
  handle: Database,
): Promise<Pick<typeof customerOrder.$inferSelect, 'orderId' | 'siteId' | 'languageId' | 'accountId'>[]> {
  const { orderId, siteId, languageId, accountId } = customerOrder;
  return handle
    .selectDistinct({ orderId, siteId, languageId, accountId })
    .from(customerOrder)
    .innerJoin(orderSample, eq(orderSample.orderId, customerOrder.orderId))
    .innerJoin(orderLine, joinLine)
    .leftJoin(roughageSample, joinSample)
    .where(
      and(
        inArray(customerOrder.status, ['paid', 'processing', 'sent', 'closed']),
        isTestLine,
        isNull(roughageSample.sampleId),
      ),
    )
    .orderBy(asc(customerOrder.orderId));
}

/**
 * Takes numbers of kits.
 *
 * @returns the last of them
 */
export async function takeSampleNumbers(
  transaction: Database,
  { testKind, year, count }: { readonly testKind: TestKind; readonly year: number; readonly count: number },
): Promise<number> {
  // Samples of the shop's own have numbers as well, which its files give.
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
  if (!row) throw new Error('The numbers were not taken');
  return row.last;
}

export async function insertSamples(
  transaction: Database,
  samples: readonly (typeof roughageSample.$inferInsert)[],
): Promise<void> {
  await transaction.insert(roughageSample).values([...samples]);
}

/** The samples of an order whose kits are here still, locked. */
export const lockKits = (transaction: Database, orderId: string): Promise<string[]> =>
  lockSampleIds(
    transaction,
    and(
      eq(roughageSample.orderId, orderId),
      eq(roughageSample.state, 'ordered'),
      eq(roughageSample.isWithdrawn, false),
    ),
  );

/** The samples of an order that have no result, locked: those whose kits are here still, and those that are on their way. */
export async function lockUntested(
  transaction: Database,
  orderId: string,
): Promise<{ readonly here: readonly string[]; readonly away: readonly string[] }> {
  const of = (states: readonly SampleState[]) =>
    lockSampleIds(
      transaction,
      and(eq(roughageSample.orderId, orderId), inArray(roughageSample.state, [...states])),
    );
  return { here: await of(['ordered']), away: await of(['sent', 'received']) };
}

const isAtLab = inArray(roughageSample.state, ['received', 'result']);

/** Of some orders those with a sample that has reached the laboratory: its work is done, or has begun. */
export async function listOrdersAtLab(
  handle: Database,
  orderIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (orderIds.length === 0) return new Set();
  const rows = await handle
    .selectDistinct({ orderId: roughageSample.orderId })
    .from(roughageSample)
    .where(and(inArray(roughageSample.orderId, [...orderIds]), isAtLab));
  return new Set(rows.flatMap(({ orderId }) => orderId ?? []));
}

/** Whether a sample of an order has reached the laboratory; none of them does until the transaction ends. */
export async function lockOrderAtLab(transaction: Database, orderId: string): Promise<boolean> {
  await lockSampleIds(transaction, eq(roughageSample.orderId, orderId));
  return (await listOrdersAtLab(transaction, [orderId])).size > 0;
}

/** Whole days since a result. */
export const getAgeDays = (resultDate: string, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - Date.parse(resultDate)) / DAY_MS));

/** Roughage as a nutrition scan found it. */
export interface TestedRoughage {
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
  links: LinkTokens,
  { key, now }: { readonly key: string; readonly now: Date },
): Promise<TestedRoughage | undefined> {
  return describeRoughage(handle, await findResultOfKey(handle, links, { kind: 'rqs', key }), now);
}

/** As `findRoughageOfKey`, by the id of the sample. */
export const findRoughageOfSample = async (
  handle: Database,
  { sampleId, now }: { readonly sampleId: string; readonly now: Date },
): Promise<TestedRoughage | undefined> =>
  describeRoughage(handle, await findResultOfSample(handle, sampleId), now);

async function describeRoughage(
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
      ageDays: getAgeDays(resultDate, now),
      qsGrade: await findGradeOfBatch(handle, row.sample),
    },
  };
}

/** The worst grade of the hygiene scans of a batch; null where none has a result. */
const findGradeOfBatch = async (handle: Database, { sampleId }: SampleRecord): Promise<QsGrade | null> =>
  (await findGradesOfBatches(handle, [sampleId])).get(sampleId) ?? null;

/** By sample the worst grade of the hygiene scans of its batch, itself among them; a batch without one has no entry. */
export async function findGradesOfBatches(
  handle: Database,
  sampleIds: readonly string[],
): Promise<ReadonlyMap<string, QsGrade>> {
  if (sampleIds.length === 0) return new Map();
  const own = alias(roughageSample, 'own');
  const rows = await handle
    .select({ ownId: own.sampleId, type: roughageSample.roughageType, qs: labResult.qs })
    .from(own)
    .innerJoin(roughageSample, isOfBatch(roughageSample, own))
    .innerJoin(labResult, and(eq(labResult.sampleId, roughageSample.sampleId), isNewest))
    .where(and(inArray(own.sampleId, [...sampleIds]), eq(roughageSample.testKind, 'qs')));
  const reference = rows.length > 0 ? await findLabReference(handle) : undefined;
  if (!reference) return new Map();
  const grades = new Map<string, QsGrade>();
  for (const { ownId, type, qs } of rows) {
    if (!type || !qs) continue;
    const known = grades.get(ownId);
    const worst = getWorstGrade([...(known ? [known] : []), gradeCounts(reference, type, qs)]);
    if (worst) grades.set(ownId, worst);
  }
  return grades;
}

/** Returns by sample the lowest sample number of its batch, which is equal for all samples of the batch. */
export async function findBatchNumbers(
  handle: Database,
  sampleIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (sampleIds.length === 0) return new Map();
  const own = alias(roughageSample, 'own');
  const rows = await handle
    .select({ ownId: own.sampleId, batch: sql<string>`min(${roughageSample.sampleNumber})` })
    .from(own)
    .innerJoin(roughageSample, isOfBatch(roughageSample, own))
    .where(inArray(own.sampleId, [...sampleIds]))
    .groupBy(own.sampleId);
  return new Map(rows.map(({ ownId, batch }) => [ownId, batch]));
}

/** Grade of a hygiene scan by its counts. */
export function gradeCounts(
  { qsOrientation }: LabReference,
  type: 'hay' | 'silage',
  { counts }: QsValues,
): QsGrade {
  return getQsGrade(qsCounts.map((count) => getQsStep(counts[count], qsOrientation[type][count])));
}

/** Of some samples those whose batch a saved ration was counted with. */
export async function listAdvisedSamples(handle: Database, sampleIds: readonly string[]): Promise<string[]> {
  if (sampleIds.length === 0) return [];
  const advised = alias(roughageSample, 'advised');
  const rows = await handle
    .selectDistinct({ sampleId: roughageSample.sampleId })
    .from(feedAdvice)
    .innerJoin(advised, eq(advised.sampleId, feedAdvice.sampleId))
    .innerJoin(roughageSample, isOfBatch(roughageSample, advised))
    .orderBy(asc(roughageSample.sampleId));
  const changed = new Set(sampleIds);
  return rows.flatMap(({ sampleId }) => (changed.has(sampleId) ? [sampleId] : []));
}

/** A sample that is yet to come to the laboratory. */
export interface ExpectedSample extends Pick<SampleRecord, 'sampleId' | 'sampleNumber' | 'testKind'> {
  /** Key of the product that was ordered, which says what is to be tested; null where the order is forgotten. */
  readonly kit: string | null;
}

/** Samples that the laboratory has not received, by their numbers. */
export async function listExpectedSamples(handle: Database): Promise<ExpectedSample[]> {
  const { sampleId, sampleNumber, testKind, orderId, linePosition } = roughageSample;
  return handle
    .select({ sampleId, sampleNumber, testKind, kit: product.key })
    .from(roughageSample)
    .leftJoin(orderLine, and(eq(orderLine.orderId, orderId), eq(orderLine.position, linePosition)))
    .leftJoin(product, eq(product.productId, orderLine.productId))
    .where(and(inArray(roughageSample.state, ['ordered', 'sent']), eq(roughageSample.isWithdrawn, false)))
    .orderBy(asc(roughageSample.sampleNumber));
}

/** Where the owner of a sample reads mail: of the account, or else of the order. */
export async function findOwnerAddress(
  handle: Database,
  { accountId, orderId }: Pick<SampleRecord, 'accountId' | 'orderId'>,
): Promise<string | undefined> {
  if (accountId !== null) {
    const [owner] = await handle
      .select({ emailAddress: account.emailAddress, wantsMail: account.labResults })
      .from(account)
      .where(eq(account.accountId, accountId));
    return owner?.wantsMail ? owner.emailAddress : undefined;
  }
  if (orderId === null) return undefined;
  const [order] = await handle
    .select({ billing: customerOrder.billing })
    .from(customerOrder)
    .where(eq(customerOrder.orderId, orderId));
  return order?.billing.emailAddress;
}

/** Samples of roughage tests that an order has made. */
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
