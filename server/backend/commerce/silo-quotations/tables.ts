import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { product } from '../../catalogue/products/tables.ts';
import { instant } from '../../core/database/column-types.ts';
import { language } from '../../sites/languages/tables.ts';
import { site } from '../../sites/sites/tables.ts';

/** A request for an offer of bulk feed. */
export const siloQuotation = pgTable(
  'silo_quotation',
  {
    siloQuotationId: bigint('silo_quotation_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    siteId: integer('site_id')
      .notNull()
      .references(() => site.siteId),
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    productId: integer('product_id').references(() => product.productId),
    name: text('name').notNull(),
    emailAddress: text('email_address').notNull(),
    phoneNumber: text('phone_number').notNull(),
    zipcode: text('zipcode').notNull(),
    city: text('city').notNull(),
    horses: integer('horses').notNull(),
    /** Kilograms per delivery. */
    kilograms: integer('kilograms').notNull(),
    message: text('message').notNull(),
    createdAt: instant('created_at').notNull(),
    /** The offer as recorded by staff; null before. */
    answer: text('answer'),
    answeredAt: instant('answered_at'),
    /** Set when the request needs no further action. */
    closedAt: instant('closed_at'),
  },
  (t) => [index('silo_quotation_address').on(t.emailAddress, t.createdAt)],
);
