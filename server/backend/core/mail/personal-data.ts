import { inArray, or, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { createPersonTable, type Person, type PersonalDataSource } from '../privacy/personal-data-source.ts';
import { deleteMailsOf } from './queries.ts';
import { mailRetention } from './retention.ts';
import { outboxMail, storedDocument } from './tables.ts';

/** Selects the ids of the stored documents of a person. */
type DocumentSelection = (database: Database, person: Person) => SQLWrapper;

/**
 * Creates the source of mails to an address and of stored documents.
 *
 * @param documentSelections at least one, from the modules that store documents: without a condition, the
 * documents of all persons would be selected
 */
export const createMailPersonalData = (
  documentSelections: readonly [DocumentSelection, ...DocumentSelection[]],
): PersonalDataSource => ({
  tables: {
    outboxMail: createPersonTable(outboxMail, {
      topic: 'mails',
      whereOwnedBy: (_database, { siteId, emailAddress }) =>
        sql`${outboxMail.siteId} = ${siteId} and lower(${outboxMail.recipient}) = ${emailAddress}`,
      // The HTML repeats the text; the URL contains the key that ends a subscription.
      excludedColumns: ['html', 'unsubscribeUrl'],
      // Unsent mails about an order are sent first, and then deleted by age.
      onClosure: 'deleted',
      retention: [mailRetention.sentMails, mailRetention.unsentMails],
    }),
    storedDocument: createPersonTable(storedDocument, {
      topic: 'invoices',
      whereOwnedBy: (database, person) =>
        or(
          ...documentSelections.map((select) =>
            inArray(storedDocument.storedDocumentId, select(database, person)),
          ),
        ),
      // The files can be downloaded individually: `/api/invoices/{invoiceId}`. Their content is in the orders
      // and withdrawals.
      excludedColumns: ['bytes'],
      onClosure: 'kept by law',
      retention: [mailRetention.documents],
    }),
  },
  accountErasure: { position: 110, erase: deleteMailsOf },
  guestErasure: { position: 70, erase: deleteMailsOf },
});
