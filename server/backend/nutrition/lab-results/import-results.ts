import { isDeepStrictEqual } from 'node:util';
import { logCommandChanges } from '../../core/admin/change-log.ts';
import type { Change } from '../../core/admin/operation.ts';
import { type ChangeContext, recordAuditEntry } from '../../core/audit/audit.ts';
import type { Database } from '../../core/database/database.ts';
import { takeLock } from '../../core/database/locks.ts';
import { enqueue } from '../../core/queue/enqueue.ts';
import { queueRecalculation } from '../feed-advice/queries.ts';
import {
  insertResults,
  type KnownSample,
  lockSamples,
  markSamplesReceived,
  markSamplesSent,
  type NewResult,
} from './import-queries.ts';
import type { LabFinding, LabReceipt } from './parse-lab-rows.ts';
import { listExpectedSamples, listSamplesUsedInAdvice } from './queries.ts';
import type { LabFault } from './read-lab-file.ts';
import type { SampleOrders } from './sample-orders.ts';

/** Name of the job that notifies the owner of a sample about a result. */
export const LAB_RESULT_JOB = 'lab-result';

/** Result of importing a file. Nothing is stored if it has errors. */
export type ImportOutcome =
  | { readonly kind: 'refused'; readonly faults: readonly LabFault[] }
  | {
      readonly kind: 'done';
      readonly added: number;
      readonly corrected: number;
      readonly unchanged: number;
    };

const isSameFinding = ({ sample, result }: KnownSample, finding: LabFinding): boolean =>
  result !== null &&
  sample.roughageType === finding.type &&
  sample.receiptDate === finding.receiptDate &&
  result.resultDate === finding.resultDate &&
  // Databases store the keys of JSON objects in a different order, so the comparison ignores order.
  isDeepStrictEqual([result.rqs, result.qs], [finding.rqs, finding.qs]);

type ImportCounts = Readonly<Record<'added' | 'corrected' | 'unchanged', number>>;

async function recordImport(
  transaction: Database,
  act: string,
  counts: ImportCounts,
  { actor, now }: ChangeContext,
): Promise<void> {
  if (counts.added + counts.corrected === 0) return;
  await recordAuditEntry(transaction, { actor, act, resource: 'lab-result', details: counts, now });
}

/** Finds the samples of a file, with an error for each unknown number. */
async function findKnownSamples(
  transaction: Database,
  rows: readonly { readonly row: string; readonly sampleNumber: string }[],
): Promise<{ readonly known: ReadonlyMap<string, KnownSample>; readonly faults: LabFault[] }> {
  const known = await lockSamples(
    transaction,
    rows.map(({ sampleNumber }) => sampleNumber),
  );
  const faults = rows.flatMap(({ row, sampleNumber }) =>
    known.has(sampleNumber)
      ? []
      : [
          {
            row,
            field: 'sampleNumber',
            problem: `there is no sample '${sampleNumber}'`,
            message: { code: 'lab_sample_unknown', values: { value: sampleNumber } },
          },
        ],
  );
  return { known, faults };
}

/** Lists the new versions of a file: first results, and results that differ from the newest ones. */
export function listNewResults(
  known: ReadonlyMap<string, KnownSample>,
  findings: readonly LabFinding[],
): NewResult[] {
  return findings.flatMap((finding) => {
    const found = known.get(finding.sampleNumber);
    if (!found || found.sample.isWithdrawn || isSameFinding(found, finding)) return [];
    return [{ sampleId: found.sample.sampleId, version: (found.result?.version ?? 0) + 1, finding }];
  });
}

/**
 * Stores the results of a file, all or none. Known results are left unchanged; different ones become a new
 * version. The same transaction enqueues the notifications of the owners and the recalculation of rations
 * that use the results.
 */
export async function importFindings(
  transaction: Database,
  findings: readonly LabFinding[],
  by: ChangeContext,
): Promise<ImportOutcome> {
  const { now } = by;
  await takeLock(transaction, 'labFiles');
  const { known, faults } = await findKnownSamples(transaction, findings);
  if (faults.length > 0) return { kind: 'refused', faults };
  const newResults = listNewResults(known, findings);
  await insertResults(transaction, newResults, now);
  await enqueue(
    transaction,
    newResults.map(({ sampleId, version }) => ({
      name: LAB_RESULT_JOB,
      payload: { sampleId, version },
      now,
    })),
  );
  const changedIds = newResults.map(({ sampleId }) => sampleId);
  for (const sampleId of await listSamplesUsedInAdvice(transaction, changedIds)) {
    await queueRecalculation(transaction, sampleId, now);
  }
  const corrected = newResults.filter(({ version }) => version > 1).length;
  const done = {
    added: newResults.length - corrected,
    corrected,
    unchanged: findings.length - newResults.length,
  };
  await recordImport(transaction, 'import', done, by);
  return { kind: 'done', ...done };
}

/**
 * Records which samples have reached the laboratory, all of a file or none. Samples with a result are left
 * unchanged.
 */
export async function importReceipts(
  transaction: Database,
  receipts: readonly LabReceipt[],
  by: ChangeContext,
): Promise<ImportOutcome> {
  await takeLock(transaction, 'labFiles');
  const { known, faults } = await findKnownSamples(transaction, receipts);
  if (faults.length > 0) return { kind: 'refused', faults };
  const newResults = receipts.flatMap(({ sampleNumber, receiptDate }) => {
    const { sample } = known.get(sampleNumber) ?? {};
    const isKnown =
      !sample || sample.isWithdrawn || sample.state === 'result' || sample.receiptDate === receiptDate;
    return isKnown ? [] : [{ sampleId: sample.sampleId, receiptDate, isFirst: sample.receiptDate === null }];
  });
  await markSamplesReceived(transaction, newResults);
  const added = newResults.filter(({ isFirst }) => isFirst).length;
  const corrected = newResults.length - added;
  const done = { added, corrected, unchanged: receipts.length - newResults.length };
  await recordImport(transaction, 'receive', done, by);
  return { kind: 'done', ...done };
}

/** Returns the log entry for sent kits. */
export const createSentKitLogEntries = (sampleNumbers: readonly string[]): readonly Change[] =>
  sampleNumbers.map((sampleNumber) => ({
    resource: 'lab-result',
    resourceId: sampleNumber,
    before: { state: 'ordered' },
    after: { state: 'sent' },
  }));

/**
 * Exports the samples that the laboratory should expect: numbers, types of tests, and kits (one may include
 * minerals). Contains no personal data.
 *
 * @param isSent whether to mark the kits that were only ordered as sent
 */
export function exportSamples(
  { database, sampleOrders }: { readonly database: Database; readonly sampleOrders: SampleOrders },
  { isSent, now }: { readonly isSent: boolean; readonly now: Date },
): Promise<{ sampleNumber: string; test: string; kit: string }[]> {
  return database.transaction('import-lab-results', async (transaction) => {
    await takeLock(transaction, 'labFiles');
    await sampleOrders.createMissingSamples(transaction, now);
    const samples = await listExpectedSamples(transaction, sampleOrders);
    // Only the listed samples: an order may have been paid in the meantime.
    const listed = samples.map(({ sampleId }) => sampleId);
    if (isSent) {
      const sent = await markSamplesSent(transaction, listed, now);
      await logCommandChanges(transaction, 'lab.send', createSentKitLogEntries(sent), now);
    }
    return samples.map(({ sampleNumber, testKind, kit }) => ({
      sampleNumber,
      test: testKind,
      kit: kit ?? '',
    }));
  });
}
