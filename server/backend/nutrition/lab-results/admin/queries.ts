import { and, asc, desc, eq, ilike, inArray, lt, sql } from 'drizzle-orm';
import { DAY_MS } from '../../../../../shared/rules/durations.ts';
import type { RoughageTestKind, SampleState } from '../../../../../shared/rules/lab-results.ts';
import type { Database } from '../../../core/database/database.ts';
import { escapeLike } from '../../../core/database/escape-like.ts';
import { listOrderIds, type SampleRecord } from '../queries.ts';
import type { SampleOrders } from '../sample-orders.ts';
import { labResult, roughageSample } from '../tables.ts';

/** Days after which a sent sample without a result is listed as slow, so that staff ask the laboratory. */
export const SLOW_SAMPLE_DAYS = 14;

interface SampleAdminDeps {
  readonly database: Database;
  readonly sampleOrders: SampleOrders;
}

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

/** A sample in a list. */
export interface ListedSample
  extends Pick<
    SampleRecord,
    'sampleNumber' | 'testKind' | 'state' | 'isWithdrawn' | 'createdAt' | 'sentAt' | 'receiptDate'
  > {
  /** Null if it has no order or the order was deleted. */
  readonly orderNumber: string | null;
}

/** Lists samples, newest first. */
export async function listSamples(
  { database: handle, sampleOrders }: SampleAdminDeps,
  { text, state }: SampleFilter,
  { now, ...range }: { readonly now: Date; readonly limit: number; readonly offset: number },
): Promise<ListedSample[]> {
  const condition = and(
    text === '' ? undefined : ilike(roughageSample.sampleNumber, `%${escapeLike(text)}%`),
    state === 'all'
      ? undefined
      : state === 'slow'
        ? createSlowSampleCondition(now)
        : eq(roughageSample.state, state),
  );
  const rows = await handle
    .select({
      sampleNumber: roughageSample.sampleNumber,
      testKind: roughageSample.testKind,
      state: roughageSample.state,
      isWithdrawn: roughageSample.isWithdrawn,
      createdAt: roughageSample.createdAt,
      sentAt: roughageSample.sentAt,
      receiptDate: roughageSample.receiptDate,
      orderId: roughageSample.orderId,
    })
    .from(roughageSample)
    .where(condition)
    .orderBy(desc(roughageSample.createdAt), desc(roughageSample.sampleNumber))
    .limit(range.limit)
    .offset(range.offset);
  const orders = await sampleOrders.readOrdersById(handle, listOrderIds(rows));
  return rows.map(({ orderId, ...row }) => ({
    ...row,
    orderNumber: orders.get(orderId ?? '')?.orderNumber ?? null,
  }));
}

export const countSlowSamples = (handle: Database, now: Date): Promise<number> =>
  handle.$count(roughageSample, createSlowSampleCondition(now));

/** Returns a sample with every version of its result, oldest first; undefined if the number is unknown. */
export async function findSample({ database: handle, sampleOrders }: SampleAdminDeps, sampleNumber: string) {
  const [sample] = await handle
    .select()
    .from(roughageSample)
    .where(eq(roughageSample.sampleNumber, sampleNumber));
  if (!sample) return undefined;
  const orders = await sampleOrders.readOrdersById(handle, listOrderIds([sample]));
  const results = await handle
    .select()
    .from(labResult)
    .where(eq(labResult.sampleId, sample.sampleId))
    .orderBy(asc(labResult.version));
  return { sample, orderNumber: orders.get(sample.orderId ?? '')?.orderNumber ?? null, results };
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
