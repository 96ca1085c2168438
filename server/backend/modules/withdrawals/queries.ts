import { and, eq, lt, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../../database/database.ts';
import { storedDocument } from '../../mail/tables.ts';
import { country } from '../countries/tables.ts';
import { customerOrder } from '../orders/tables.ts';
import { withdrawal } from './tables.ts';

/** The order of a site that fits both number and address; null where none does. */
export async function findMeantOrder(
  handle: Database,
  meant: { readonly siteId: number; readonly contract: string; readonly emailAddress: string },
): Promise<string | null> {
  const [row] = await handle
    .select({ orderId: customerOrder.orderId })
    .from(customerOrder)
    .where(
      and(
        eq(customerOrder.siteId, meant.siteId),
        eq(customerOrder.orderNumber, meant.contract),
        eq(sql`lower(${customerOrder.billing} ->> 'emailAddress')`, meant.emailAddress),
      ),
    );
  return row?.orderId ?? null;
}

/** ISO 3166-1 alpha-2. */
export async function findRegionCode(handle: Database, countryId: number): Promise<string | undefined> {
  const [row] = await handle
    .select({ regionCode: country.regionCode })
    .from(country)
    .where(eq(country.countryId, countryId));
  return row?.regionCode;
}

export async function insertWithdrawal(
  transaction: Database,
  row: typeof withdrawal.$inferInsert,
): Promise<void> {
  await transaction.insert(withdrawal).values(row);
}

/** The receipt of a withdrawal; undefined where there is none, or for another key. */
export async function findReceipt(
  handle: Database,
  { withdrawalId, tokenHash }: { readonly withdrawalId: string; readonly tokenHash: string },
): Promise<{ readonly fileName: string; readonly bytes: Buffer } | undefined> {
  const [row] = await handle
    .select({ fileName: storedDocument.fileName, bytes: storedDocument.bytes })
    .from(withdrawal)
    .innerJoin(storedDocument, eq(storedDocument.storedDocumentId, withdrawal.receiptDocumentId))
    .where(and(eq(withdrawal.withdrawalId, withdrawalId), eq(withdrawal.receiptTokenHash, tokenHash)));
  // The embedded database gives a Uint8Array.
  return row && { ...row, bytes: Buffer.from(row.bytes) };
}

/** Withdrawals whose receipt a document is. */
export const selectWithdrawalsOf = (handle: Database, storedDocumentId: AnyPgColumn) =>
  handle.select({ one: sql`1` }).from(withdrawal).where(eq(withdrawal.receiptDocumentId, storedDocumentId));

/** Forgets what a site received before a moment; the receipts go after it. */
export async function deleteOldWithdrawals(
  database: Database,
  { siteId, before }: { readonly siteId: number; readonly before: Date },
): Promise<void> {
  await database
    .delete(withdrawal)
    .where(and(eq(withdrawal.siteId, siteId), lt(withdrawal.receivedAt, before)));
}
