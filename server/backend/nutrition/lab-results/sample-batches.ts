import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core';
import type { RoughageTestKind } from '../../../../shared/rules/lab-results.ts';
import type { Database } from '../../core/database/database.ts';
import { roughageSample } from './tables.ts';

/** The table of samples, or an alias of it. */
type SampleColumns = Readonly<Record<'sampleName' | 'orderId' | 'accountId' | 'createdAt', AnyPgColumn>>;

/**
 * Returns the condition that two samples belong to one batch. A sample belongs to its own batch. Samples of a
 * batch have the same name in the same order. If the order was deleted, and for samples without an order,
 * they were created at the same time for the same account or for none.
 */
export const createSameBatchCondition = (one: SampleColumns, other: SampleColumns): SQL | undefined =>
  and(
    // The name is typed once per test; case differences do not make another batch.
    sql`lower(${one.sampleName}) = lower(${other.sampleName})`,
    or(
      eq(one.orderId, other.orderId),
      and(
        isNull(one.orderId),
        isNull(other.orderId),
        eq(one.createdAt, other.createdAt),
        sql`${one.accountId} is not distinct from ${other.accountId}`,
      ),
    ),
  );

/** Lists the samples of a sample's batch, including itself; empty if it was deleted. */
export async function listBatchSamples(
  handle: Database,
  sampleId: string,
): Promise<{ readonly sampleId: string; readonly testKind: RoughageTestKind }[]> {
  const own = alias(roughageSample, 'own');
  return handle
    .select({ sampleId: roughageSample.sampleId, testKind: roughageSample.testKind })
    .from(own)
    .innerJoin(roughageSample, createSameBatchCondition(roughageSample, own))
    .where(eq(own.sampleId, sampleId))
    .orderBy(asc(roughageSample.sampleNumber));
}
