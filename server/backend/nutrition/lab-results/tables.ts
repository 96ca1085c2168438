import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import type {
  LabReference,
  QsCount,
  RoughageTestKind,
  RqsParameter,
  SampleState,
} from '../../../../shared/rules/lab-results.ts';
import { orderSample } from '../../commerce/orders/tables.ts';
import { contentPage } from '../../content/content/tables.ts';
import { instant } from '../../core/database/column-types.ts';
import { account } from '../../customers/accounts/tables.ts';
import { site } from '../../sites/sites/tables.ts';

/** Reference values for results: targets, averages and orientation values, in one row. */
export const labReference = pgTable(
  'lab_reference',
  {
    labReferenceId: integer('lab_reference_id').primaryKey(),
    reference: jsonb('reference').$type<LabReference>().notNull(),
  },
  (t) => [check('lab_reference_one', sql`${t.labReferenceId} = 1`)],
);

/** An article for each verdict and, for a hygiene grade, a product list: a category with a filter. */
export const labShelf = pgTable(
  'lab_shelf',
  {
    testKind: text('test_kind').$type<RoughageTestKind>().notNull(),
    /** A parameter of the nutrition scan, or 'all'; 'grade' for the hygiene scan. */
    parameter: text('parameter').notNull(),
    /** 'low' or 'high'; 'normal' for all parameters; or a grade. */
    verdict: text('verdict').notNull(),
    /** Null for the nutrition scan: the feed model computes its products. */
    categoryId: integer('category_id'),
    /** Filters of the list as URL query; '' for none. */
    query: text('query').notNull(),
    articleId: integer('article_id').references(() => contentPage.contentPageId),
  },
  (t) => [
    primaryKey({ columns: [t.testKind, t.parameter, t.verdict] }),
    check('lab_shelf_kind', sql`${t.testKind} in ('rqs', 'qs')`),
  ],
);

/** One paid piece of a roughage test, or a sample without an order that shows an example report. */
export const roughageSample = pgTable(
  'roughage_sample',
  {
    sampleId: uuid('sample_id').primaryKey(),
    /** Number on the kit. The laboratory gets this number and no personal data. */
    sampleNumber: text('sample_number').notNull().unique(),
    testKind: text('test_kind').$type<RoughageTestKind>().notNull(),
    /** Input of the key derivation. Incremented when the owner replaces the link. */
    keyVersion: integer('key_version').notNull().default(0),
    siteId: integer('site_id')
      .notNull()
      .references(() => site.siteId),
    /** Language of the order and of its mails. */
    languageId: integer('language_id').notNull(),
    /**
     * Null after an earlier release, which has no samples, closed the account: the sample is then treated as
     * bought by a guest.
     */
    accountId: uuid('account_id').references(() => account.accountId, { onDelete: 'set null' }),
    orderId: uuid('order_id'),
    linePosition: integer('line_position'),
    sequence: integer('sequence'),
    sampleName: text('sample_name').notNull(),
    state: text('state').$type<SampleState>().notNull(),
    roughageType: text('roughage_type').$type<'hay' | 'silage'>(),
    sentAt: instant('sent_at'),
    receiptDate: date('receipt_date'),
    /** Null until the owner has opened the newest version. */
    readAt: instant('read_at'),
    createdAt: instant('created_at').notNull(),
    /**
     * Whether the order was cancelled or the account closed after the sample got its number. Laboratory files
     * may still name that number; all other data was removed.
     */
    isWithdrawn: boolean('is_withdrawn').notNull().default(false),
  },
  (t) => [
    index('roughage_sample_account').on(t.accountId),
    // For the batches of deleted orders (`batches.ts`).
    index('roughage_sample_created').on(t.createdAt),
    unique('roughage_sample_piece').on(t.orderId, t.linePosition, t.sequence),
    foreignKey({
      name: 'roughage_sample_order',
      columns: [t.orderId, t.linePosition, t.sequence],
      foreignColumns: [orderSample.orderId, orderSample.position, orderSample.sequence],
    }),
    check('roughage_sample_kind', sql`${t.testKind} in ('rqs', 'qs')`),
    check('roughage_sample_state', sql`${t.state} in ('ordered', 'sent', 'received', 'result')`),
    check('roughage_sample_type', sql`${t.roughageType} in ('hay', 'silage')`),
  ],
);

/** Values of a nutrition scan, with minerals if they were tested. */
export interface NutritionScanResultValues {
  readonly values: Readonly<Record<RqsParameter, number>>;
  readonly minerals: readonly { readonly key: string; readonly unit: string; readonly value: number }[];
}

/** Counts of a hygiene scan, in colony-forming units per gram fresh weight. */
export interface HygieneScanResultValues {
  readonly dryMatterPct: number;
  readonly counts: Readonly<Record<QsCount, number>>;
}

/** A version of a laboratory result. A correction is a new version. */
export const labResult = pgTable(
  'lab_result',
  {
    sampleId: uuid('sample_id')
      .notNull()
      .references(() => roughageSample.sampleId),
    /** Version, starting at 1. */
    version: integer('version').notNull(),
    resultDate: date('result_date').notNull(),
    /** Either this or `qs` is set, by the type of test. */
    rqs: jsonb('rqs').$type<NutritionScanResultValues>(),
    qs: jsonb('qs').$type<HygieneScanResultValues>(),
    importedAt: instant('imported_at').notNull(),
    /**
     * When the owner was notified, or it was found that there is no owner to notify. It ensures one
     * notification, however often the job is started.
     */
    toldAt: instant('told_at'),
  },
  (t) => [
    primaryKey({ columns: [t.sampleId, t.version] }),
    check('lab_result_kind', sql`(${t.rqs} is null) <> (${t.qs} is null)`),
  ],
);

/**
 * Number series of kits for all sites. The transaction that reserves a number locks the row until it ends.
 */
export const sampleNumberSeries = pgTable(
  'sample_number_series',
  {
    testKind: text('test_kind').$type<RoughageTestKind>().notNull(),
    year: integer('year').notNull(),
    /** The last number that was assigned. */
    last: integer('last').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.testKind, t.year] }),
    check('sample_number_series_kind', sql`${t.testKind} in ('rqs', 'qs')`),
  ],
);
