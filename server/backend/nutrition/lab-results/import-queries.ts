import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../core/database/database.ts';
import type { LabFinding, LabReceipt } from './parse-lab-rows.ts';
import { labResult, roughageSample } from './tables.ts';

type SampleRecord = typeof roughageSample.$inferSelect;
type ResultRecord = typeof labResult.$inferSelect;

/** Number of rows that one statement reads or writes. */
const ROW_BATCH_SIZE = 1000;

function* splitIntoBatches<T>(rows: readonly T[]): Generator<T[]> {
  for (let at = 0; at < rows.length; at += ROW_BATCH_SIZE) yield rows.slice(at, at + ROW_BATCH_SIZE);
}

/** A sample with its result before an import. */
export interface KnownSample {
  readonly sample: SampleRecord;
  /** Its newest result. */
  readonly result: ResultRecord | null;
}

/** Returns samples by their numbers and locks them until the transaction ends. */
export async function lockSamples(
  transaction: Database,
  sampleNumbers: readonly string[],
): Promise<ReadonlyMap<string, KnownSample>> {
  const known = new Map<string, KnownSample>();
  // Locks in a fixed order to prevent deadlocks.
  for (const numbers of splitIntoBatches(sampleNumbers.toSorted())) {
    const samples = await transaction
      .select()
      .from(roughageSample)
      .where(inArray(roughageSample.sampleNumber, numbers))
      .orderBy(asc(roughageSample.sampleNumber))
      .for('update');
    const ids = samples.map(({ sampleId }) => sampleId);
    const results =
      ids.length === 0
        ? []
        : await transaction
            .select()
            .from(labResult)
            .where(inArray(labResult.sampleId, ids))
            .orderBy(asc(labResult.version));
    const newest = new Map(results.map((result) => [result.sampleId, result]));
    for (const sample of samples) {
      known.set(sample.sampleNumber, { sample, result: newest.get(sample.sampleId) ?? null });
    }
  }
  return known;
}

/** A new version of a sample's result. */
export interface NewResult {
  readonly sampleId: string;
  readonly version: number;
  readonly finding: LabFinding;
}

/** Stores results, each as a new version, and marks their samples as unread. */
export async function insertResults(
  transaction: Database,
  results: readonly NewResult[],
  now: Date,
): Promise<void> {
  for (const rows of splitIntoBatches(results)) {
    await transaction.insert(labResult).values(
      rows.map(({ sampleId, version, finding: { resultDate, rqs, qs } }) => ({
        sampleId,
        version,
        resultDate,
        rqs,
        qs,
        importedAt: now,
      })),
    );
    const found = rows.map(({ sampleId, finding: { type, receiptDate } }) => ({
      id: sampleId,
      type,
      received: receiptDate,
    }));
    await transaction.execute(sql`
      update ${roughageSample} set state = 'result', roughage_type = found.type, receipt_date = found.received, read_at = null
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as found(id uuid, type text, received date)
      where ${roughageSample.sampleId} = found.id
    `);
  }
}

/** Records when samples have reached the laboratory. */
export async function markSamplesReceived(
  transaction: Database,
  receipts: readonly (Pick<LabReceipt, 'receiptDate'> & { readonly sampleId: string })[],
): Promise<void> {
  for (const rows of splitIntoBatches(receipts)) {
    const received = rows.map(({ sampleId, receiptDate }) => ({ id: sampleId, received: receiptDate }));
    await transaction.execute(sql`
      update ${roughageSample} set state = 'received', receipt_date = come.received
      from jsonb_to_recordset(${JSON.stringify(received)}::jsonb) as come(id uuid, received date)
      where ${roughageSample.sampleId} = come.id
    `);
  }
}

/** Marks the given samples with status `ordered` as sent. @returns the numbers of those */
export async function markSamplesSent(
  transaction: Database,
  sampleIds: readonly string[],
  now: Date,
): Promise<string[]> {
  const sent: string[] = [];
  for (const ids of splitIntoBatches(sampleIds)) {
    const rows = await transaction
      .update(roughageSample)
      .set({ state: 'sent', sentAt: now })
      .where(and(eq(roughageSample.state, 'ordered'), inArray(roughageSample.sampleId, ids)))
      .returning({ sampleNumber: roughageSample.sampleNumber });
    sent.push(...rows.map(({ sampleNumber }) => sampleNumber));
  }
  return sent.sort();
}

/** Locks a result version whose owner is not notified yet; undefined if the owner was notified. */
export async function lockUnnotifiedResult(
  transaction: Database,
  { sampleId, version }: { readonly sampleId: string; readonly version: number },
): Promise<{ readonly sample: SampleRecord; readonly isNewest: boolean } | undefined> {
  const [result] = await transaction
    .select()
    .from(labResult)
    .where(and(eq(labResult.sampleId, sampleId), eq(labResult.version, version), isNull(labResult.toldAt)))
    .for('update');
  const [sample] = await transaction
    .select()
    .from(roughageSample)
    .where(eq(roughageSample.sampleId, sampleId));
  if (!result || !sample) return undefined;
  const newerVersions = await transaction.$count(
    labResult,
    and(eq(labResult.sampleId, sampleId), sql`${labResult.version} > ${version}`),
  );
  return { sample, isNewest: newerVersions === 0 };
}

export async function markOwnerNotified(
  transaction: Database,
  { sampleId, version }: { readonly sampleId: string; readonly version: number },
  now: Date,
): Promise<void> {
  await transaction
    .update(labResult)
    .set({ toldAt: now })
    .where(and(eq(labResult.sampleId, sampleId), eq(labResult.version, version)));
}

/**
 * Requests another notification of the owner about the newest result of a sample.
 *
 * @returns the version; undefined if the sample has no result
 */
export async function clearOwnerNotified(
  transaction: Database,
  sampleId: string,
): Promise<number | undefined> {
  const [newest] = await transaction
    .select({ version: labResult.version })
    .from(labResult)
    .where(eq(labResult.sampleId, sampleId))
    .orderBy(desc(labResult.version))
    .limit(1)
    .for('update');
  if (!newest) return undefined;
  await transaction
    .update(labResult)
    .set({ toldAt: null })
    .where(and(eq(labResult.sampleId, sampleId), eq(labResult.version, newest.version)));
  return newest.version;
}
