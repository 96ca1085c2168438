import { createHash } from 'node:crypto';
import { and, eq, lte, notExists, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { selectInvoicesOf } from '../modules/orders/queries.ts';
import { selectWithdrawalsOf } from '../modules/withdrawals/queries.ts';
import { mailAttachment, storedDocument } from './tables.ts';

/** A file to give out: an invoice, a report. */
export interface NewDocument {
  readonly mediaType: string;
  /** As its reader keeps it: letters, digits, dots and hyphens. */
  readonly fileName: string;
  readonly bytes: Buffer;
  readonly keepUntil: Date;
  readonly now: Date;
}

/** A file as it was stored. */
export interface StoredDocument {
  readonly storedDocumentId: number;
  readonly mediaType: string;
  readonly fileName: string;
  readonly bytes: Buffer;
}

const FILE_NAME = /^[\w-][\w.-]{0,99}$/;

const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Stores a file for good; mails carry it by its id.
 *
 * @throws RangeError for a file name that a system may misread
 */
export async function putDocument(transaction: Database, document: NewDocument): Promise<number> {
  const { mediaType, fileName, bytes, keepUntil, now } = document;
  if (!FILE_NAME.test(fileName)) throw new RangeError('A document needs a plain file name');
  const [row] = await transaction
    .insert(storedDocument)
    .values({ mediaType, fileName, bytes, sha256: hash(bytes), createdAt: now, keepUntil })
    .returning({ storedDocumentId: storedDocument.storedDocumentId });
  if (!row) throw new Error('The document was not stored');
  return row.storedDocumentId;
}

/**
 * The files that a mail carries, in the order in which they were stored.
 *
 * @throws Error where the bytes of one are no longer those that were stored
 */
export async function listAttachments(handle: Database, outboxMailId: number): Promise<StoredDocument[]> {
  const rows = await handle
    .select({
      storedDocumentId: storedDocument.storedDocumentId,
      mediaType: storedDocument.mediaType,
      fileName: storedDocument.fileName,
      bytes: storedDocument.bytes,
      sha256: storedDocument.sha256,
    })
    .from(mailAttachment)
    .innerJoin(storedDocument, eq(storedDocument.storedDocumentId, mailAttachment.storedDocumentId))
    .where(eq(mailAttachment.outboxMailId, outboxMailId))
    .orderBy(storedDocument.storedDocumentId);
  return rows.map(({ bytes, sha256, ...document }) => {
    // The embedded database gives a Uint8Array.
    const stored = Buffer.from(bytes);
    if (hash(stored) !== sha256) throw new Error(`Document ${document.storedDocumentId} is damaged`);
    return { ...document, bytes: stored };
  });
}

/** Forgets the files that nobody needs from a moment on, unless a mail still carries them, or an invoice, a credit note or a withdrawal names them. */
export async function deleteOldDocuments(database: Database, before: Date): Promise<void> {
  await database
    .delete(storedDocument)
    .where(
      and(
        lte(storedDocument.keepUntil, before),
        notExists(
          database
            .select({ one: sql`1` })
            .from(mailAttachment)
            .where(eq(mailAttachment.storedDocumentId, storedDocument.storedDocumentId)),
        ),
        notExists(selectInvoicesOf(database, storedDocument.storedDocumentId)),
        notExists(selectWithdrawalsOf(database, storedDocument.storedDocumentId)),
      ),
    );
}
