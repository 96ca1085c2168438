import { randomUUID } from 'node:crypto';
import { type TestKind, testKinds } from '../../../../shared/rules/lab-results.ts';
import type { Database } from '../../database/database.ts';
import type { OrderRecord } from '../orders/service.ts';
import { noteSent } from './import-queries.ts';
import {
  deleteSamples,
  insertSamples,
  listOrderedPieces,
  listOrdersWithoutSamples,
  lockKits,
  lockUntested,
  takeSampleNumbers,
  withdrawSamples,
} from './queries.ts';

type SampledOrder = Pick<OrderRecord, 'orderId' | 'siteId' | 'languageId' | 'accountId'>;

/** Figures of a number at least; later ones of a year have more. */
const NUMBER_WIDTH = 5;

/** What stands on a kit: 'RQS-2026-00106'. */
export const formatSampleNumber = (kind: TestKind, year: number, number: number): string =>
  `${kind.toUpperCase()}-${year}-${String(number).padStart(NUMBER_WIDTH, '0')}`;

/**
 * Creates a numbered sample for each piece of the tests of a paid order, in the transaction that records the payment. Does nothing if the order has
 * its samples. Call it late in the transaction, because it locks the series of numbers.
 */
export async function createSamples(transaction: Database, order: SampledOrder, now: Date): Promise<void> {
  const { orderId, siteId, languageId, accountId } = order;
  const pieces = await listOrderedPieces(transaction, orderId);
  const year = now.getUTCFullYear();
  for (const testKind of testKinds) {
    const ofKind = pieces.filter((piece) => piece.testKind === testKind);
    if (ofKind.length === 0) continue;
    const last = await takeSampleNumbers(transaction, { testKind, year, count: ofKind.length });
    await insertSamples(
      transaction,
      ofKind.map(({ linePosition, sequence, sampleName }, index) => ({
        sampleId: randomUUID(),
        sampleNumber: formatSampleNumber(testKind, year, last - ofKind.length + index + 1),
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

/** Makes the samples of orders that were paid before the shop made any. */
export async function createMissingSamples(transaction: Database, now: Date): Promise<void> {
  for (const order of await listOrdersWithoutSamples(transaction)) {
    await createSamples(transaction, order, now);
  }
}

/**
 * An order leaves, and its kits with it: those that have not left yet. A sample that was withdrawn goes nowhere.
 *
 * @returns their numbers
 */
export async function sendKitsOfOrder(
  transaction: Database,
  order: SampledOrder,
  now: Date,
): Promise<readonly string[]> {
  // One that was paid before the shop made samples has none yet.
  await createSamples(transaction, order, now);
  return noteSent(transaction, await lockKits(transaction, order.orderId), now);
}

/** An order is cancelled: what was not tested never will be. What was found already is kept, for whoever has its key. */
export async function dropUntestedSamples(transaction: Database, orderId: string): Promise<void> {
  const { here, away } = await lockUntested(transaction, orderId);
  await deleteSamples(transaction, here);
  await withdrawSamples(transaction, away);
}
