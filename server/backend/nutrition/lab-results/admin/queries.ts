import { and, asc, desc, eq, ilike, inArray, lt, sql } from 'drizzle-orm';
import { DAY_MS } from '../../../../../shared/rules/durations.ts';
import type { RoughageTestKind, SampleState } from '../../../../../shared/rules/lab-results.ts';
import { customerOrder } from '../../../commerce/orders/tables.ts';
import type { Database } from '../../../core/database/database.ts';
import { escapeLike } from '../../../core/database/escape-like.ts';
import { labResult, roughageSample } from '../tables.ts';

/** Days after which a sent sample without a result is listed as slow, so that staff ask the laboratory. */
export const SLOW_SAMPLE_DAYS = 14;

/** The filter of a list of samples. */
export interface SampleFilter {
  /** Part of a number; empty for all. */
  readonly text: string;
  /** `slow`: sent or received long ago, and without a result. */
  readonly state: SampleState | 'slow' | 'all';
}

const createSlowSampleCondition = (now: Date) =>
  and(
    inArray(roughageSample.state, ['sent', 'received']),
    eq(roughageSample.isWithdrawn, false),
    lt(
      sql`coalesce(${roughageSample.sentAt}, ${roughageSample.createdAt})`,
      new Date(now.getTime() - SLOW_SAMPLE_DAYS * DAY_MS).toISOString(),
    ),
  );

/** Lists samples, newest first. */
export async function listSamples(
  handle: Database,
  { text, state }: SampleFilter,
  { now, limit, offset }: { readonly now: Date; readonly limit: number; readonly offset: number },
) {
  return handle
    .select({
      sampleNumber: roughageSample.sampleNumber,
      testKind: roughageSample.testKind,
      state: roughageSample.state,
      isWithdrawn: roughageSample.isWithdrawn,
      createdAt: roughageSample.createdAt,
      sentAt: roughageSample.sentAt,
      receiptDate: roughageSample.receiptDate,
      orderNumber: customerOrder.orderNumber,
    })
    .from(roughageSample)
    .leftJoin(customerOrder, eq(customerOrder.orderId, roughageSample.orderId))
    .where(
      and(
        text === '' ? undefined : ilike(roughageSample.sampleNumber, `%${escapeLike(text)}%`),
        state === 'all'
          ? undefined
          : state === 'slow'
            ? createSlowSampleCondition(now)
            : eq(roughageSample.state, state),
      ),
    )
    .orderBy(desc(roughageSample.createdAt), desc(roughageSample.sampleNumber))
    .limit(limit)
    .offset(offset);
}

export const countSlowSamples = (handle: Database, now: Date): Promise<number> =>
  handle.$count(roughageSample, createSlowSampleCondition(now));

/** Returns a sample with every version of its result, oldest first; undefined if the number is unknown. */
export async function findSample(handle: Database, sampleNumber: string) {
  const [row] = await handle
    .select({ sample: roughageSample, orderNumber: customerOrder.orderNumber })
    .from(roughageSample)
    .leftJoin(customerOrder, eq(customerOrder.orderId, roughageSample.orderId))
    .where(eq(roughageSample.sampleNumber, sampleNumber));
  if (!row) return undefined;
  const results = await handle
    .select()
    .from(labResult)
    .where(eq(labResult.sampleId, row.sample.sampleId))
    .orderBy(asc(labResult.version));
  return { ...row, results };
}

/** Returns a sample and locks it until the transaction ends. */
export async function lockSample(
  transaction: Database,
  sampleNumber: string,
): Promise<
  | { readonly sampleId: string; readonly testKind: RoughageTestKind; readonly isWithdrawn: boolean }
  | undefined
> {
  const [row] = await transaction
    .select({
      sampleId: roughageSample.sampleId,
      testKind: roughageSample.testKind,
      isWithdrawn: roughageSample.isWithdrawn,
      state: roughageSample.state,
    })
    .from(roughageSample)
    .where(eq(roughageSample.sampleNumber, sampleNumber))
    .for('update');
  return row;
}
