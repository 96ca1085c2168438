import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { productVariant } from '../../catalogue/products/tables.ts';
import { instant } from '../../core/database/column-types.ts';
import { language } from '../../sites/languages/tables.ts';
import { site } from '../../sites/sites/tables.ts';

/**
 * A request for a mail when a variant is in stock again. It takes effect once the mailed link is confirmed,
 * and is answered once.
 */
export const stockReminder = pgTable(
  'stock_reminder',
  {
    stockReminderId: bigint('stock_reminder_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    siteId: integer('site_id')
      .notNull()
      .references(() => site.siteId),
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    productVariantId: integer('product_variant_id')
      .notNull()
      .references(() => productVariant.productVariantId),
    /** Lower case. */
    emailAddress: text('email_address').notNull(),
    /** SHA-256 of the token in the confirmation link. */
    confirmTokenHash: text('confirm_token_hash').notNull().unique(),
    /** SHA-256 of the unsubscribe token in every mail. */
    unsubscribeTokenHash: text('unsubscribe_token_hash').unique(),
    createdAt: instant('created_at').notNull(),
    confirmedAt: instant('confirmed_at'),
    /** When the reminder was put into the outbox. */
    notifiedAt: instant('notified_at'),
  },
  (t) => [
    uniqueIndex('stock_reminder_once')
      .on(t.siteId, t.productVariantId, t.emailAddress)
      .where(sql`${t.notifiedAt} is null`),
    index('stock_reminder_waiting')
      .on(t.productVariantId)
      .where(sql`${t.confirmedAt} is not null and ${t.notifiedAt} is null`),
    // The three ways in which a reminder ends: the job that runs every minute looks for each.
    index('stock_reminder_unconfirmed').on(t.createdAt).where(sql`${t.confirmedAt} is null`),
    index('stock_reminder_notified').on(t.notifiedAt).where(sql`${t.notifiedAt} is not null`),
    index('stock_reminder_confirmed').on(t.confirmedAt).where(sql`${t.confirmedAt} is not null`),
  ],
);
