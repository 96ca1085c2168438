import { randomUUID } from 'node:crypto';
import { type RoughageTestKind, roughageTestKinds } from '../../../../../shared/rules/lab-results.ts';
import type { Database } from '../../../core/database/database.ts';
import {
  deleteSamples,
  insertSamples,
  lockSamplesWithoutResult,
  lockSamplesWithUnsentKits,
  reserveSampleNumbers,
  withdrawSamples,
} from '../../../nutrition/lab-results/queries.ts';
import { markSamplesSent } from '../../../nutrition/lab-results/service.ts';
import type { OrderRecord } from '../types.ts';
import { listOrdersWithoutSamples, listPiecesWithoutSample } from './queries.ts';

type SampledOrder = Pick<OrderRecord, 'orderId' | 'siteId' | 'languageId' | 'accountId'>;

/** Minimum number of digits; numbers beyond that have more. */
const MIN_SAMPLE_NUMBER_DIGITS = 5;

/** Returns the sample number printed on a kit, such as 'RQS-2026-00106'. */
export const formatSampleNumber = (kind: RoughageTestKind, year: number, number: number): string =>
  `${kind.toUpperCase()}-${year}-${String(number).padStart(MIN_SAMPLE_NUMBER_DIGITS, '0')}`;

/**
 * Creates a numbered sample for each piece of the tests of a paid order, in the transaction that records the
 * payment. Does nothing if the order already has its samples. Call it late in the transaction, because it
 * locks the number series.
 */
export async function createSamples(transaction: Database, order: SampledOrder, now: Date): Promise<void> {
  const { orderId, siteId, languageId, accountId } = order;
  const pieces = await listPiecesWithoutSample(transaction, orderId);
  const year = now.getUTCFullYear();
  for (const testKind of roughageTestKinds) {
    const kindPieces = pieces.filter((piece) => piece.testKind === testKind);
    if (kindPieces.length === 0) continue;
    const last = await reserveSampleNumbers(transaction, { testKind, year, count: kindPieces.length });
    await insertSamples(
      transaction,
      kindPieces.map(({ linePosition, sequence, sampleName }, index) => ({
        sampleId: randomUUID(),
        sampleNumber: formatSampleNumber(testKind, year, last - kindPieces.length + index + 1),
        testKind,
        siteId,
        languageId,
        accountId,
        orderId,
        linePosition,
        sequence,
        sampleName,
        state: 'ordered' as const,
        createdAt: now,
      })),
    );
  }
}

/** Creates the samples of orders that were paid before samples were introduced. */
export async function createMissingSamples(transaction: Database, now: Date): Promise<void> {
  for (const order of await listOrdersWithoutSamples(transaction)) {
    await createSamples(transaction, order, now);
  }
}

/**
 * Marks the kits of a sent order as sent, unless they already were. Skips withdrawn samples.
 *
 * @returns their numbers
 */
export async function markKitsOfOrderSent(
  transaction: Database,
  order: SampledOrder,
  now: Date,
): Promise<readonly string[]> {
  // Orders paid before samples were introduced have none yet.
  await createSamples(transaction, order, now);
  return markSamplesSent(transaction, await lockSamplesWithUnsentKits(transaction, order.orderId), now);
}

/**
 * Drops the samples without a result of a cancelled order. Existing results stay available under their keys.
 */
export async function dropSamplesWithoutResult(transaction: Database, orderId: string): Promise<void> {
  const { unsent: here, sent: away } = await lockSamplesWithoutResult(transaction, orderId);
  await deleteSamples(transaction, here);
  await withdrawSamples(transaction, away);
}
