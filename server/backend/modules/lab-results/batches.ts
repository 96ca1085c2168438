import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core';
import type { TestKind } from '../../../../shared/rules/lab-results.ts';
import type { Database } from '../../database/database.ts';
import { roughageSample } from './tables.ts';

/** The table of samples, or another name for it. */
type Sample = Readonly<Record<'sampleName' | 'orderId' | 'accountId' | 'createdAt', AnyPgColumn>>;

/**
 * Whether two samples are of one batch; each is of its own. They have one name, in one order; where that is forgotten, and for samples of
 * the shop's own, they were made at one moment for one account, or for none.
 */
export const isOfBatch = (one: Sample, other: Sample): SQL | undefined =>
  and(
    // Typed twice, once for each test: capitals make no other batch.
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

/** The samples of the batch of one, itself among them; none where it is gone. */
export async function listBatch(
  handle: Database,
  sampleId: string,
): Promise<{ readonly sampleId: string; readonly testKind: TestKind }[]> {
  const own = alias(roughageSample, 'own');
  return handle
    .select({ sampleId: roughageSample.sampleId, testKind: roughageSample.testKind })
    .from(own)
    .innerJoin(roughageSample, isOfBatch(roughageSample, own))
    .where(eq(own.sampleId, sampleId))
    .orderBy(asc(roughageSample.sampleNumber));
}
