import { and, asc, eq, ilike, inArray, lt, sql } from 'drizzle-orm';
import { DAY_MS } from '../../../../../shared/rules/durations.ts';
import type { RoughageTestKind, SampleState } from '../../../../../shared/rules/lab-results.ts';
import type { Database } from '../../../core/database/database.ts';
import { escapeLike } from '../../../core/database/escape-like.ts';
import type { ListedSample, SampleOrders } from '../sample-orders.ts';
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

/** Lists samples, newest first. */
export function listSamples(
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
  return sampleOrders.listSamplesWithOrders(handle, condition, range);
}

export const countSlowSamples = (handle: Database, now: Date): Promise<number> =>
  handle.$count(roughageSample, createSlowSampleCondition(now));

/** Returns a sample with every version of its result, oldest first; undefined if the number is unknown. */
export async function findSample({ database: handle, sampleOrders }: SampleAdminDeps, sampleNumber: string) {
  const row = await sampleOrders.findSampleWithOrder(handle, sampleNumber);
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
