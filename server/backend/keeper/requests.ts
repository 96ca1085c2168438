import { and, asc, desc, eq, gt, lt, sql } from 'drizzle-orm';
import { DAY_MS } from '../../../shared/rules/durations.ts';
import type { Database } from '../database/database.ts';
import type { WrittenFields } from './fields.ts';
import { keeper, keeperRequest } from './tables.ts';

/** Days after which an undecided request expires. */
export const REQUEST_DAYS = 7;
/** Days after which requests are deleted, decided or not. The log retains who requested and who decided. */
export const REQUEST_KEPT_DAYS = 30;

/** State of a request. */
export type RequestState = 'pending' | 'confirmed' | 'declined' | 'refused' | 'expired';

/** Operation requested by one person and decided by another. */
export interface KeeperRequest {
  readonly requestId: number;
  readonly operation: string;
  readonly fields: WrittenFields;
  /** Amount in euro cents. */
  readonly amount: number;
  /** Page of the form, below `/keeper`. */
  readonly page: string;
  readonly askedBy: string;
  readonly askedByName: string;
  readonly askedAt: Date;
  readonly state: RequestState;
  /** Code of the refusal if the confirmed operation failed; otherwise null. */
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

/**
 * Stores a request.
 *
 * @returns its id
 */
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

/** Returns a request with its state at a moment; undefined if it does not exist. */
export async function findRequest(
  handle: Database,
  requestId: number,
  now: Date,
): Promise<KeeperRequest | undefined> {
  const [row] = await select(handle).where(eq(keeperRequest.keeperRequestId, requestId));
  return row && read(row, now);
}

/** Lists requests: pending ones first, then the others, the latest first. */
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

/** Counts the pending requests. */
export const countRequests = (handle: Database, now: Date): Promise<number> =>
  handle.$count(
    keeperRequest,
    and(eq(keeperRequest.state, 'pending'), gt(keeperRequest.askedAt, getLimit(now))),
  );

/**
 * Decides a pending request and deletes the entered values.
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

/** Declines the pending requests of a person. */
export async function declineRequestsOf(transaction: Database, keeperId: string, now: Date): Promise<void> {
  await transaction
    .update(keeperRequest)
    .set({ state: 'declined', decidedAt: now, fields: {} })
    .where(and(eq(keeperRequest.askedBy, keeperId), eq(keeperRequest.state, 'pending')));
}

/** Deletes requests that are older than `REQUEST_KEPT_DAYS`. */
export async function deleteOldRequests(database: Database, now: Date): Promise<void> {
  const limit = new Date(now.getTime() - REQUEST_KEPT_DAYS * DAY_MS);
  await database.delete(keeperRequest).where(lt(keeperRequest.askedAt, limit));
}
