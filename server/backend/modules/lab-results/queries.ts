import { and, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { LabReference, TestKind } from '../../../../shared/rules/lab-results.ts';
import type { Database } from '../../database/database.ts';
import { unlinkSamples } from '../feed-advice/queries.ts';
import { customerOrder, orderLine } from '../orders/tables.ts';
import { labReference, labResult, labShelf, roughageSample } from './tables.ts';

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

/** Where the verdicts of a kind of test lead. */
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

/** The result that a key opens; undefined where there is none, or none yet. */
export async function findResultOfKey(
  handle: Database,
  kind: TestKind,
  key: string,
): Promise<SampleWithResult | undefined> {
  const [row] = await selectResults(handle).where(
    and(eq(roughageSample.key, key), eq(roughageSample.testKind, kind)),
  );
  return row;
}

/** A sample with its newest result; undefined where it has none. */
export async function findResultOfSample(
  handle: Database,
  sampleId: string,
): Promise<SampleWithResult | undefined> {
  const [row] = await selectResults(handle).where(eq(roughageSample.sampleId, sampleId));
  return row;
}

/**
 * The newest result of the other test of the same batch: of one order, with one name. Where the order is forgotten, and for samples of the
 * shop's own, those that were made at one moment for one account, or for none.
 */
export async function findOtherOfBatch(
  handle: Database,
  { orderId, accountId, testKind, sampleName, createdAt }: SampleRecord,
): Promise<SampleWithResult | undefined> {
  const isOfBatch =
    orderId === null
      ? and(
          isNull(roughageSample.orderId),
          eq(roughageSample.createdAt, createdAt),
          accountId === null ? isNull(roughageSample.accountId) : eq(roughageSample.accountId, accountId),
        )
      : eq(roughageSample.orderId, orderId);
  const [row] = await selectResults(handle)
    .where(and(isOfBatch, eq(roughageSample.sampleName, sampleName), ne(roughageSample.testKind, testKind)))
    .orderBy(desc(labResult.resultDate), desc(roughageSample.sampleNumber));
  return row;
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
  owned: { readonly accountId: string; readonly kind: TestKind; readonly key: string },
): Promise<SampleRecord | undefined> {
  const [row] = await transaction
    .select()
    .from(roughageSample)
    .where(
      and(
        eq(roughageSample.key, owned.key),
        eq(roughageSample.testKind, owned.kind),
        eq(roughageSample.accountId, owned.accountId),
        eq(roughageSample.state, 'result'),
      ),
    )
    .for('update');
  return row;
}

export async function updateSample(
  transaction: Database,
  sampleId: string,
  change: Partial<Pick<SampleRecord, 'key' | 'readAt'>>,
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

/** Deletes the samples of an account with their results. */
export async function deleteSamplesOfAccount(transaction: Database, accountId: string): Promise<void> {
  const own = await transaction
    .select({ sampleId: roughageSample.sampleId })
    .from(roughageSample)
    .where(eq(roughageSample.accountId, accountId));
  await deleteSamples(
    transaction,
    own.map(({ sampleId }) => sampleId),
  );
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
    .where(and(inArray(roughageSample.orderId, [...orderIds]), isNull(roughageSample.accountId)));
}

/** Lets go of orders that are forgotten: what is of an account stays with it, what is of nobody goes. */
export async function forgetSamplesOfOrders(
  transaction: Database,
  orderIds: readonly string[],
): Promise<void> {
  const isOfThem = inArray(roughageSample.orderId, [...orderIds]);
  const ofNobody = await transaction
    .select({ sampleId: roughageSample.sampleId })
    .from(roughageSample)
    .where(and(isOfThem, isNull(roughageSample.accountId)));
  await deleteSamples(
    transaction,
    ofNobody.map(({ sampleId }) => sampleId),
  );
  await transaction
    .update(roughageSample)
    .set({ orderId: null, linePosition: null, sequence: null })
    .where(isOfThem);
}
