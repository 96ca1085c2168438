import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant } from '../../database/columns.ts';
import { language } from '../languages/tables.ts';
import { productVariant } from '../products/tables.ts';
import { site } from '../sites/tables.ts';

/** A wish to be told by mail when a variant is in stock again: counts once its mailed link is confirmed, is answered once. */
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
    /** In lower case. */
    emailAddress: text('email_address').notNull(),
    /** SHA-256 of the token in the mailed link that confirms. */
    confirmTokenHash: text('confirm_token_hash').notNull().unique(),
    /** SHA-256 of the token in every mail that ends it. */
    unsubscribeTokenHash: text('unsubscribe_token_hash').unique(),
    createdAt: instant('created_at').notNull(),
    confirmedAt: instant('confirmed_at'),
    /** When the mail about the stock went into the outbox. */
    notifiedAt: instant('notified_at'),
  },
  (t) => [
    uniqueIndex('stock_reminder_once')
      .on(t.siteId, t.productVariantId, t.emailAddress)
      .where(sql`${t.notifiedAt} is null`),
    index('stock_reminder_waiting')
      .on(t.productVariantId)
      .where(sql`${t.confirmedAt} is not null and ${t.notifiedAt} is null`),
    // The three ways in which a wish ends: a minute's sweep looks for each.
    index('stock_reminder_unconfirmed').on(t.createdAt).where(sql`${t.confirmedAt} is null`),
    index('stock_reminder_notified').on(t.notifiedAt).where(sql`${t.notifiedAt} is not null`),
    index('stock_reminder_confirmed').on(t.confirmedAt).where(sql`${t.confirmedAt} is not null`),
  ],
);
