import {
  and,
  asc,
  desc,
  eq,
  exists,
  ilike,
  inArray,
  isNotNull,
  isNull,
  lt,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { WithdrawalState } from '../../../../shared/rules/withdrawal.ts';
import type { Database } from '../../core/database/database.ts';
import { escapeLike } from '../../core/database/escape-like.ts';
import { findStoredDocument, type StoredDocument } from '../../core/mail/stored-documents.ts';
import type { PersonIdentity } from '../../core/privacy/personal-data-source.ts';
import { withdrawal } from './tables.ts';

export async function insertWithdrawal(
  transaction: Database,
  row: typeof withdrawal.$inferInsert,
): Promise<void> {
  await transaction.insert(withdrawal).values(row);
}

/** Returns the receipt of a withdrawal; undefined if it does not exist or the key is wrong. */
export async function findWithdrawalReceipt(
  handle: Database,
  { withdrawalId, tokenHash }: { readonly withdrawalId: string; readonly tokenHash: string },
): Promise<StoredDocument | undefined> {
  const [row] = await handle
    .select({ storedDocumentId: withdrawal.receiptDocumentId })
    .from(withdrawal)
    .where(and(eq(withdrawal.withdrawalId, withdrawalId), eq(withdrawal.receiptTokenHash, tokenHash)));
  return row && findStoredDocument(handle, row.storedDocumentId);
}

/** Selects the withdrawals whose receipt is a given document. */
export const selectWithdrawalsOfDocument = (handle: Database, storedDocumentId: AnyPgColumn) =>
  handle.select({ one: sql`1` }).from(withdrawal).where(eq(withdrawal.receiptDocumentId, storedDocumentId));

/** Creates the condition that there is a withdrawal from an order. */
export const createWithdrawnCondition = (handle: Database, orderId: AnyPgColumn): SQL =>
  exists(handle.select({ one: sql`1` }).from(withdrawal).where(eq(withdrawal.orderId, orderId)));

/** Creates the condition for the withdrawals with an address. */
export const createPersonWithdrawalCondition = ({ siteId, emailAddress }: PersonIdentity) =>
  sql`${withdrawal.siteId} = ${siteId} and ${withdrawal.emailAddress} = ${emailAddress}`;

/** Selects the ids of the receipts of a person's withdrawals. */
export const selectReceiptsOfPerson = (handle: Database, person: PersonIdentity) =>
  handle
    .select({ storedDocumentId: withdrawal.receiptDocumentId })
    .from(withdrawal)
    .where(createPersonWithdrawalCondition(person));

/** Deletes the withdrawals that a site received before a time. Their receipts are deleted afterwards. */
export async function deleteOldWithdrawals(
  database: Database,
  { siteId, before }: { readonly siteId: number; readonly before: Date },
): Promise<void> {
  await database
    .delete(withdrawal)
    .where(and(eq(withdrawal.siteId, siteId), lt(withdrawal.receivedAt, before)));
}

export type WithdrawalRecord = typeof withdrawal.$inferSelect;

const conditionByState: Readonly<Record<WithdrawalState, SQL | undefined>> = {
  open: and(isNull(withdrawal.answeredAt), isNull(withdrawal.closedAt)),
  answered: and(isNotNull(withdrawal.answeredAt), isNull(withdrawal.closedAt)),
  closed: isNotNull(withdrawal.closedAt),
};

/** @param row row of the withdrawal; closed takes precedence over answered */
export function getWithdrawalState({
  answeredAt,
  closedAt,
}: Pick<WithdrawalRecord, 'answeredAt' | 'closedAt'>): WithdrawalState {
  if (closedAt !== null) return 'closed';
  return answeredAt === null ? 'open' : 'answered';
}

/**
 * Lists withdrawals. Without a state or a search text, lists those that are not closed, the oldest first;
 * otherwise the latest first.
 */
export async function listWithdrawals(
  handle: Database,
  filter: { readonly state: WithdrawalState | 'all' | null; readonly text: string },
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<WithdrawalRecord[]> {
  const pattern = `%${escapeLike(filter.text)}%`;
  const isQueue = filter.state === null && filter.text === '';
  const { state } = filter;
  return handle
    .select()
    .from(withdrawal)
    .where(
      and(
        isQueue ? isNull(withdrawal.closedAt) : undefined,
        state === null || state === 'all' ? undefined : conditionByState[state],
        filter.text === ''
          ? undefined
          : or(
              ilike(withdrawal.contract, pattern),
              ilike(withdrawal.emailAddress, pattern),
              ilike(withdrawal.name, pattern),
            ),
      ),
    )
    .orderBy((isQueue ? asc : desc)(withdrawal.receivedAt), asc(withdrawal.withdrawalId))
    .limit(limit)
    .offset(offset);
}

/** Counts the withdrawals that are not closed. */
export const countOpenWithdrawals = (handle: Database): Promise<number> =>
  handle.$count(withdrawal, isNull(withdrawal.closedAt));

export async function findWithdrawal(
  handle: Database,
  withdrawalId: string,
): Promise<WithdrawalRecord | undefined> {
  const [row] = await handle.select().from(withdrawal).where(eq(withdrawal.withdrawalId, withdrawalId));
  return row;
}

/** Returns a withdrawal and locks it until the transaction ends. */
export async function lockWithdrawal(
  transaction: Database,
  withdrawalId: string,
): Promise<WithdrawalRecord | undefined> {
  const [row] = await transaction
    .select()
    .from(withdrawal)
    .where(eq(withdrawal.withdrawalId, withdrawalId))
    .for('update');
  return row;
}

export async function updateWithdrawal(
  transaction: Database,
  withdrawalId: string,
  change: Partial<Pick<WithdrawalRecord, 'orderId' | 'answer' | 'answeredAt' | 'closedAt'>>,
): Promise<void> {
  await transaction.update(withdrawal).set(change).where(eq(withdrawal.withdrawalId, withdrawalId));
}

/** Returns the receipt of a withdrawal for staff. */
export async function findWithdrawalReceiptForStaff(
  handle: Database,
  withdrawalId: string,
): Promise<StoredDocument | undefined> {
  const [row] = await handle
    .select({ storedDocumentId: withdrawal.receiptDocumentId })
    .from(withdrawal)
    .where(eq(withdrawal.withdrawalId, withdrawalId));
  return row && findStoredDocument(handle, row.storedDocumentId);
}

/** Lists the withdrawals from an order, the latest first. */
export const listWithdrawalsOfOrder = (
  handle: Database,
  orderId: string,
): Promise<(Pick<WithdrawalRecord, 'withdrawalId' | 'answeredAt' | 'closedAt'> & { at: Date })[]> =>
  handle
    .select({
      withdrawalId: withdrawal.withdrawalId,
      at: withdrawal.receivedAt,
      answeredAt: withdrawal.answeredAt,
      closedAt: withdrawal.closedAt,
    })
    .from(withdrawal)
    .where(eq(withdrawal.orderId, orderId))
    .orderBy(desc(withdrawal.receivedAt));

/** Returns the orders of a list with a withdrawal, in whole or in part. */
export async function listWithdrawnOrders(
  handle: Database,
  orderIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (orderIds.length === 0) return new Set();
  const rows = await handle
    .selectDistinct({ orderId: withdrawal.orderId })
    .from(withdrawal)
    .where(inArray(withdrawal.orderId, [...orderIds]));
  return new Set(rows.flatMap(({ orderId }) => orderId ?? []));
}
