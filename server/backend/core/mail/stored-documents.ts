import { createHash } from 'node:crypto';
import { and, eq, lte, notExists, type SQLWrapper, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database.ts';
import { mailAttachment, storedDocument } from './tables.ts';

/** Document to send: an invoice, a report. */
export interface NewDocument {
  readonly mediaType: string;
  /** Name for the reader: letters, digits, dots and hyphens. */
  readonly fileName: string;
  readonly bytes: Buffer;
  readonly keepUntil: Date;
  readonly now: Date;
}

/** Document as stored. */
export interface StoredDocument {
  readonly storedDocumentId: number;
  readonly mediaType: string;
  readonly fileName: string;
  readonly bytes: Buffer;
}

const FILE_NAME_PATTERN = /^[\w-][\w.-]{0,99}$/;

const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Stores a document permanently. Mails refer to it by its id.
 *
 * @throws RangeError for a file name that is unsafe on some operating system
 */
export async function putDocument(transaction: Database, document: NewDocument): Promise<number> {
  const { mediaType, fileName, bytes, keepUntil, now } = document;
  if (!FILE_NAME_PATTERN.test(fileName)) throw new RangeError('A document needs a plain file name');
  const [row] = await transaction
    .insert(storedDocument)
    .values({ mediaType, fileName, bytes, sha256: hash(bytes), createdAt: now, keepUntil })
    .returning({ storedDocumentId: storedDocument.storedDocumentId });
  if (!row) throw new Error('The document was not stored');
  return row.storedDocumentId;
}

/**
 * Returns the attachments of a mail in the order in which they were stored.
 *
 * @throws Error if the bytes of a document differ from the stored hash
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
    // PGlite returns a Uint8Array.
    const stored = Buffer.from(bytes);
    if (hash(stored) !== sha256) throw new Error(`Document ${document.storedDocumentId} is damaged`);
    return { ...document, bytes: stored };
  });
}

/** Creates the subquery that selects the rows of a module that refer to a stored document. */
export type SelectDocumentReferences = (handle: Database, storedDocumentId: AnyPgColumn) => SQLWrapper;

/**
 * Deletes documents that are no longer needed at the given moment, unless a mail or a row of a module still
 * refers to them.
 */
export async function deleteOldDocuments(
  database: Database,
  before: Date,
  references: readonly SelectDocumentReferences[],
): Promise<void> {
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
        ...references.map((select) => notExists(select(database, storedDocument.storedDocumentId))),
      ),
    );
}

/** Returns a document; undefined if there is none. */
export async function findStoredDocument(
  handle: Database,
  storedDocumentId: number,
): Promise<StoredDocument | undefined> {
  const [row] = await handle
    .select({
      storedDocumentId: storedDocument.storedDocumentId,
      mediaType: storedDocument.mediaType,
      fileName: storedDocument.fileName,
      bytes: storedDocument.bytes,
    })
    .from(storedDocument)
    .where(eq(storedDocument.storedDocumentId, storedDocumentId));
  // PGlite returns a Uint8Array.
  return row && { ...row, bytes: Buffer.from(row.bytes) };
}
