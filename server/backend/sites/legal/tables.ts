import { sql } from 'drizzle-orm';
import { check, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { contentPage } from '../../content/content/tables.ts';
import { country } from '../countries/tables.ts';
import { language } from '../languages/tables.ts';
import { site } from '../sites/tables.ts';

/** A postal address as printed. */
export interface LegalAddress {
  readonly street: string;
  readonly zipcode: string;
  readonly city: string;
  /** ISO 3166-1 alpha-2. */
  readonly regionCode: string;
}

/** Details of the seller on an invoice. */
export interface InvoiceParticulars {
  readonly legalName: string;
  readonly address: LegalAddress;
  readonly emailAddress: string;
  /** Name of the trade register, and the company's number in it. */
  readonly register: string;
  readonly registerNumber: string;
  readonly vatNumber: string;
  /** Without spaces. */
  readonly iban: string;
  readonly bic: string;
}

/** Manufacturer of the goods of the shop's own brand: Regulation (EU) 2023/988, art. 19(a). */
export interface Manufacturer {
  readonly name: string;
  readonly address: LegalAddress;
  readonly emailAddress: string;
}

/** Legal details of a site, in addition to its imprint (`site_setting.legal_entity`). */
export const legalProfile = pgTable(
  'legal_profile',
  {
    siteId: integer('site_id')
      .primaryKey()
      .references(() => site.siteId, { onDelete: 'cascade' }),
    withdrawalDays: integer('withdrawal_days').notNull(),
    /** Statutory retention period of invoices and orders in years. */
    retentionYears: integer('retention_years').notNull(),
    /** The page that states whether and how reviews are verified: Directive 2005/29/EC, art. 7(6). */
    reviewStatementPageId: integer('review_page_id')
      .notNull()
      .references(() => contentPage.contentPageId),
    invoice: jsonb('invoice').$type<InvoiceParticulars>().notNull(),
    /** Null for a site that sells only feed. */
    manufacturer: jsonb('manufacturer').$type<Manufacturer>(),
  },
  (t) => [
    check('legal_profile_withdrawal_days', sql`${t.withdrawalDays} between 14 and 365`),
    check('legal_profile_retention_years', sql`${t.retentionYears} between 1 and 30`),
  ],
);

export const legalProfileTranslation = pgTable(
  'legal_profile_translation',
  {
    siteId: integer('site_id')
      .notNull()
      .references(() => legalProfile.siteId, { onDelete: 'cascade' }),
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    orderButton: text('order_button').notNull(),
    withdrawalButton: text('withdrawal_button').notNull(),
    withdrawalConfirmation: text('withdrawal_confirmation').notNull(),
    /** Name of the official file of the notice on the legal guarantee; null until there is one. */
    guaranteeNotice: text('guarantee_notice'),
    /** Safety information for goods that are not feed; null if there is none. */
    safety: text('safety'),
  },
  (t) => [primaryKey({ columns: [t.siteId, t.languageId] })],
);

/** Files of official notices, by their names in the folder `legal` of the import files. */
export const legalNotice = pgTable('legal_notice', {
  fileName: text('file_name').primaryKey(),
  /** Hash of the content in hex. */
  sha256: text('sha256').notNull(),
  /** Content in base64, because the rows of an import are JSON. */
  content: text('content').notNull(),
  /** Intrinsic size, for the aspect ratio; both null for a PDF. */
  width: integer('width'),
  height: integer('height'),
});

/**
 * Delivery countries with other VAT rates for which the operator has confirmed that the site's own rates
 * apply.
 */
export const legalVatCountry = pgTable(
  'legal_vat_country',
  {
    siteId: integer('site_id')
      .notNull()
      .references(() => legalProfile.siteId, { onDelete: 'cascade' }),
    countryId: integer('country_id')
      .notNull()
      .references(() => country.countryId),
  },
  (t) => [primaryKey({ columns: [t.siteId, t.countryId] })],
);
