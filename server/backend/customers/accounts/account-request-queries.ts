import { eq } from 'drizzle-orm';
import type { Database } from '../../core/database/database.ts';
import { enqueue } from '../../core/queue/enqueue.ts';
import { accountRequest } from './tables.ts';

export type RequestRecord = typeof accountRequest.$inferSelect;

/** Name of the item that processes the request. */
export const ACCOUNT_REQUEST_JOB = 'account-request';

/**
 * Stores a request made without a session and enqueues its processing, in the transaction of the caller.
 * Looks nothing up, so that its duration does not depend on the address.
 */
export async function putAccountRequest(
  transaction: Database,
  request: Omit<RequestRecord, 'accountRequestId'>,
): Promise<void> {
  const [row] = await transaction
    .insert(accountRequest)
    .values(request)
    .returning({ accountRequestId: accountRequest.accountRequestId });
  if (!row) throw new Error('The account request was not inserted');
  await enqueue(transaction, [{ name: ACCOUNT_REQUEST_JOB, payload: row, now: request.createdAt }]);
}

export async function findRequest(
  handle: Database,
  accountRequestId: number,
): Promise<RequestRecord | undefined> {
  const [row] = await handle
    .select()
    .from(accountRequest)
    .where(eq(accountRequest.accountRequestId, accountRequestId));
  return row;
}

/** @returns false if another process has already deleted the request */
export async function deleteAccountRequest(
  transaction: Database,
  accountRequestId: number,
): Promise<boolean> {
  const rows = await transaction
    .delete(accountRequest)
    .where(eq(accountRequest.accountRequestId, accountRequestId))
    .returning({ accountRequestId: accountRequest.accountRequestId });
  return rows.length > 0;
}
