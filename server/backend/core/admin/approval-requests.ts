import { and, asc, desc, eq, gt, lt, sql } from 'drizzle-orm';
import { DAY_MS } from '../../../../shared/rules/durations.ts';
import type { Database } from '../database/database.ts';
import type { SubmittedFields } from './fields.ts';
import { adminRequest, staffMember } from './tables.ts';

/** Days after which an undecided request expires. */
export const APPROVAL_REQUEST_EXPIRY_DAYS = 7;
/** Days after which requests are deleted, decided or not. The log retains who requested and who decided. */
export const APPROVAL_REQUEST_RETENTION_DAYS = 30;

/** State of a request. */
export type RequestState = 'pending' | 'confirmed' | 'declined' | 'refused' | 'expired';

/** Operation requested by one person and decided by another. */
export interface ApprovalRequest {
  readonly requestId: number;
  readonly operation: string;
  readonly fields: SubmittedFields;
  /** Amount in euro cents. */
  readonly amount: number;
  /** Page of the form, below `/admin`. */
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
      requestId: adminRequest.adminRequestId,
      operation: adminRequest.operation,
      fields: adminRequest.fields,
      amount: adminRequest.amount,
      page: adminRequest.page,
      askedBy: adminRequest.askedBy,
      askedByName: staffMember.name,
      askedAt: adminRequest.askedAt,
      state: adminRequest.state,
      refusal: adminRequest.refusal,
    })
    .from(adminRequest)
    .innerJoin(staffMember, eq(staffMember.staffMemberId, adminRequest.askedBy));

const getExpiryCutoff = (now: Date): Date => new Date(now.getTime() - APPROVAL_REQUEST_EXPIRY_DAYS * DAY_MS);

const toApprovalRequest = (row: Awaited<ReturnType<typeof select>>[number], now: Date): ApprovalRequest => ({
  ...row,
  fields: new Map(Object.entries(row.fields)),
  state: row.state === 'pending' && row.askedAt <= getExpiryCutoff(now) ? 'expired' : row.state,
});

/**
 * Stores a request.
 *
 * @returns its id
 */
export async function insertApprovalRequest(
  transaction: Database,
  {
    fields,
    ...request
  }: Pick<ApprovalRequest, 'operation' | 'fields' | 'amount' | 'page' | 'askedBy' | 'askedAt'>,
): Promise<number> {
  const [row] = await transaction
    .insert(adminRequest)
    .values({ ...request, fields: Object.fromEntries(fields), state: 'pending' })
    .returning({ requestId: adminRequest.adminRequestId });
  if (!row) throw new Error('The request was not written');
  return row.requestId;
}

/** Returns a request with its state at a moment; undefined if it does not exist. */
export async function findRequest(
  handle: Database,
  requestId: number,
  now: Date,
): Promise<ApprovalRequest | undefined> {
  const [row] = await select(handle).where(eq(adminRequest.adminRequestId, requestId));
  return row && toApprovalRequest(row, now);
}

/** Lists requests: pending ones first, then the others, the latest first. */
export async function listApprovalRequests(
  handle: Database,
  now: Date,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<ApprovalRequest[]> {
  const rows = await select(handle)
    .orderBy(
      asc(
        sql`${adminRequest.state} <> 'pending' or ${adminRequest.askedAt} <= ${getExpiryCutoff(now).toISOString()}`,
      ),
      desc(adminRequest.adminRequestId),
    )
    .limit(limit)
    .offset(offset);
  return rows.map((row) => toApprovalRequest(row, now));
}

/** Counts the pending requests. */
export const countPendingApprovalRequests = (handle: Database, now: Date): Promise<number> =>
  handle.$count(
    adminRequest,
    and(eq(adminRequest.state, 'pending'), gt(adminRequest.askedAt, getExpiryCutoff(now))),
  );

/**
 * Decides a pending request and deletes the entered values.
 *
 * @param decision.decidedBy null for a command
 * @returns false if it is decided or expired
 */
export async function decideApprovalRequest(
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
    .update(adminRequest)
    .set({ state, refusal, decidedBy, decidedAt: now, fields: {} })
    .where(
      and(
        eq(adminRequest.adminRequestId, requestId),
        eq(adminRequest.state, 'pending'),
        gt(adminRequest.askedAt, getExpiryCutoff(now)),
      ),
    )
    .returning({ requestId: adminRequest.adminRequestId });
  return rows.length > 0;
}

/** Declines the pending requests of a person. */
export async function declineApprovalRequestsOf(
  transaction: Database,
  staffMemberId: string,
  now: Date,
): Promise<void> {
  await transaction
    .update(adminRequest)
    .set({ state: 'declined', decidedAt: now, fields: {} })
    .where(and(eq(adminRequest.askedBy, staffMemberId), eq(adminRequest.state, 'pending')));
}

/** Deletes requests that are older than `APPROVAL_REQUEST_RETENTION_DAYS`. */
export async function deleteOldRequests(database: Database, now: Date): Promise<void> {
  const limit = new Date(now.getTime() - APPROVAL_REQUEST_RETENTION_DAYS * DAY_MS);
  await database.delete(adminRequest).where(lt(adminRequest.askedAt, limit));
}
