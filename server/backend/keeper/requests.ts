import { and, asc, desc, eq, gt, lt, sql } from 'drizzle-orm';
import { DAY_MS } from '../../../shared/rules/durations.ts';
import type { Database } from '../database/database.ts';
import type { WrittenFields } from './fields.ts';
import { keeper, keeperRequest } from './tables.ts';

/** A request that was not decided by then can only be asked for again. */
export const REQUEST_DAYS = 7;
/** Requests are deleted after this time, decided or not; the log keeps who asked and who decided. */
export const REQUEST_KEPT_DAYS = 30;

/** Where a request stands. */
export type RequestState = 'pending' | 'confirmed' | 'declined' | 'refused' | 'expired';

/** An operation that one person has asked for and another one decides. */
export interface KeeperRequest {
  readonly requestId: number;
  readonly operation: string;
  readonly fields: WrittenFields;
  /** Euro cents. */
  readonly amount: number;
  /** Page that it was asked for on, below `/keeper`. */
  readonly page: string;
  readonly askedBy: string;
  readonly askedByName: string;
  readonly askedAt: Date;
  readonly state: RequestState;
  /** Code of the refusal why it could not be done; null for other states. */
  readonly refusal: string | null;
}

const select = (handle: Database) =>
  handle
    .select({
      requestId: keeperRequest.keeperRequestId,
      operation: keeperRequest.operation,
      fields: keeperRequest.fields,
      amount: keeperRequest.amount,
      page: keeperRequest.page,
      askedBy: keeperRequest.askedBy,
      askedByName: keeper.name,
      askedAt: keeperRequest.askedAt,
      state: keeperRequest.state,
      refusal: keeperRequest.refusal,
    })
    .from(keeperRequest)
    .innerJoin(keeper, eq(keeper.keeperId, keeperRequest.askedBy));

const getLimit = (now: Date): Date => new Date(now.getTime() - REQUEST_DAYS * DAY_MS);

const read = (row: Awaited<ReturnType<typeof select>>[number], now: Date): KeeperRequest => ({
  ...row,
  fields: new Map(Object.entries(row.fields)),
  state: row.state === 'pending' && row.askedAt <= getLimit(now) ? 'expired' : row.state,
});

/** Stores a request. @returns its id */
export async function insertRequest(
  transaction: Database,
  {
    fields,
    ...request
  }: Pick<KeeperRequest, 'operation' | 'fields' | 'amount' | 'page' | 'askedBy' | 'askedAt'>,
): Promise<number> {
  const [row] = await transaction
    .insert(keeperRequest)
    .values({ ...request, fields: Object.fromEntries(fields), state: 'pending' })
    .returning({ requestId: keeperRequest.keeperRequestId });
  if (!row) throw new Error('The request was not written');
  return row.requestId;
}

/** The state of a request at a moment; undefined if there is none. */
export async function findRequest(
  handle: Database,
  requestId: number,
  now: Date,
): Promise<KeeperRequest | undefined> {
  const [row] = await select(handle).where(eq(keeperRequest.keeperRequestId, requestId));
  return row && read(row, now);
}

/** Requests, those that wait first, the latest first among the others. */
export async function listRequests(
  handle: Database,
  now: Date,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<KeeperRequest[]> {
  const rows = await select(handle)
    .orderBy(
      asc(
        sql`${keeperRequest.state} <> 'pending' or ${keeperRequest.askedAt} <= ${getLimit(now).toISOString()}`,
      ),
      desc(keeperRequest.keeperRequestId),
    )
    .limit(limit)
    .offset(offset);
  return rows.map((row) => read(row, now));
}

/** Requests that wait. */
export const countRequests = (handle: Database, now: Date): Promise<number> =>
  handle.$count(
    keeperRequest,
    and(eq(keeperRequest.state, 'pending'), gt(keeperRequest.askedAt, getLimit(now))),
  );

/**
 * Decides a request that waits, and forgets what was entered.
 *
 * @param decision.decidedBy null for a command
 * @returns false if it is decided or expired
 */
export async function decideRequest(
  transaction: Database,
  requestId: number,
  decision: {
    readonly state: 'confirmed' | 'declined' | 'refused';
    readonly refusal?: string;
    readonly decidedBy: string | null;
    readonly now: Date;
  },
): Promise<boolean> {
  const { state, refusal = null, decidedBy, now } = decision;
  const rows = await transaction
    .update(keeperRequest)
    .set({ state, refusal, decidedBy, decidedAt: now, fields: {} })
    .where(
      and(
        eq(keeperRequest.keeperRequestId, requestId),
        eq(keeperRequest.state, 'pending'),
        gt(keeperRequest.askedAt, getLimit(now)),
      ),
    )
    .returning({ requestId: keeperRequest.keeperRequestId });
  return rows.length > 0;
}

/** Declines what a person has asked for and another one has not decided. */
export async function declineRequestsOf(transaction: Database, keeperId: string, now: Date): Promise<void> {
  await transaction
    .update(keeperRequest)
    .set({ state: 'declined', decidedAt: now, fields: {} })
    .where(and(eq(keeperRequest.askedBy, keeperId), eq(keeperRequest.state, 'pending')));
}

/** Deletes requests that were asked for `REQUEST_KEPT_DAYS` ago. */
export async function deleteOldRequests(database: Database, now: Date): Promise<void> {
  const limit = new Date(now.getTime() - REQUEST_KEPT_DAYS * DAY_MS);
  await database.delete(keeperRequest).where(lt(keeperRequest.askedAt, limit));
}
