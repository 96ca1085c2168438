import { bigint, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../core/database/column-types.ts';
import { storedDocument } from '../../core/mail/tables.ts';
import { language } from '../../sites/languages/tables.ts';
import { site } from '../../sites/sites/tables.ts';
import { customerOrder } from '../orders/tables.ts';

/** A declaration of withdrawal from a contract, as entered. */
export const withdrawal = pgTable(
  'withdrawal',
  {
    withdrawalId: uuid('withdrawal_id').primaryKey(),
    siteId: integer('site_id')
      .notNull()
      .references(() => site.siteId),
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    name: text('name').notNull(),
    contract: text('contract').notNull(),
    emailAddress: text('email_address').notNull(),
    lines: text('lines'),
    receivedAt: instant('received_at').notNull(),
    /** The order that it probably refers to, for staff; null if none matches both number and address. */
    orderId: uuid('order_id').references(() => customerOrder.orderId),
    receiptTokenHash: text('receipt_token_hash').notNull(),
    receiptDocumentId: bigint('receipt_document_id', { mode: 'number' })
      .notNull()
      .references(() => storedDocument.storedDocumentId),
    /** The latest answer as it was mailed; null before. */
    answer: text('answer'),
    answeredAt: instant('answered_at'),
    /** Set when the withdrawal needs no further action. */
    closedAt: instant('closed_at'),
  },
  (t) => [index('withdrawal_received').on(t.receivedAt)],
);
