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
  RqsParameter,
  SampleState,
  TestKind,
} from '../../../../shared/rules/lab-results.ts';
import { instant } from '../../database/columns.ts';
import { account } from '../accounts/tables.ts';
import { contentPage } from '../content/tables.ts';
import { orderSample } from '../orders/tables.ts';
import { site } from '../sites/tables.ts';

/** Targets, averages and orientation values that results are held against: one row. */
export const labReference = pgTable(
  'lab_reference',
  {
    labReferenceId: integer('lab_reference_id').primaryKey(),
    reference: jsonb('reference').$type<LabReference>().notNull(),
  },
  (t) => [check('lab_reference_one', sql`${t.labReferenceId} = 1`)],
);

/** An article for each verdict, and for a class of a hygiene scan a list that a category shows with a filter. */
export const labShelf = pgTable(
  'lab_shelf',
  {
    testKind: text('test_kind').$type<TestKind>().notNull(),
    /** A parameter of the nutrition scan, or 'all' of them; 'grade' of the hygiene scan. */
    parameter: text('parameter').notNull(),
    /** 'low' or 'high', 'normal' of all, or a grade. */
    verdict: text('verdict').notNull(),
    /** Null for the nutrition scan: the feed model computes its products. */
    categoryId: integer('category_id'),
    /** Filters of the list, as its address has them; '' for none. */
    query: text('query').notNull(),
    articleId: integer('article_id').references(() => contentPage.contentPageId),
  },
  (t) => [
    primaryKey({ columns: [t.testKind, t.parameter, t.verdict] }),
    check('lab_shelf_kind', sql`${t.testKind} in ('rqs', 'qs')`),
  ],
);

/** One piece of a roughage test that was paid for, or a sample of the shop's own to show what a report is like. */
export const roughageSample = pgTable(
  'roughage_sample',
  {
    sampleId: uuid('sample_id').primaryKey(),
    /** On the kit; it names nobody, and is all that the laboratory is told. */
    sampleNumber: text('sample_number').notNull().unique(),
    testKind: text('test_kind').$type<TestKind>().notNull(),
    /** Part of what the key of the report is derived from. Raised where its owner replaces the link. */
    keyVersion: integer('key_version').notNull().default(0),
    siteId: integer('site_id')
      .notNull()
      .references(() => site.siteId),
    /** Of the order; mails are written in it. */
    languageId: integer('language_id').notNull(),
    /** Null once a release that knows no samples has closed the account: then it is as one that a guest bought. */
    accountId: uuid('account_id').references(() => account.accountId, { onDelete: 'set null' }),
    orderId: uuid('order_id'),
    linePosition: integer('line_position'),
    sequence: integer('sequence'),
    sampleName: text('sample_name').notNull(),
    state: text('state').$type<SampleState>().notNull(),
    roughageType: text('roughage_type').$type<'hay' | 'silage'>(),
    sentAt: instant('sent_at'),
    receiptDate: date('receipt_date'),
    /** Its owner has not opened the newest version. */
    readAt: instant('read_at'),
    createdAt: instant('created_at').notNull(),
    /** Its order was cancelled or its account closed after it had a number: files of the laboratory may still name that, and nothing else is left. */
    isWithdrawn: boolean('is_withdrawn').notNull().default(false),
  },
  (t) => [
    index('roughage_sample_account').on(t.accountId),
    // Batches of forgotten orders (`batches.ts`).
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

/** Values of a nutrition scan, and minerals where they were tested. */
export interface RqsValues {
  readonly values: Readonly<Record<RqsParameter, number>>;
  readonly minerals: readonly { readonly key: string; readonly unit: string; readonly value: number }[];
}

/** Counts of a hygiene scan, colony-forming units per gram fresh weight. */
export interface QsValues {
  readonly dryMatterPct: number;
  readonly counts: Readonly<Record<QsCount, number>>;
}

/** What the laboratory found; a correction is a further version. */
export const labResult = pgTable(
  'lab_result',
  {
    sampleId: uuid('sample_id')
      .notNull()
      .references(() => roughageSample.sampleId),
    /** From 1. */
    version: integer('version').notNull(),
    resultDate: date('result_date').notNull(),
    /** One of the two, by the kind of the test. */
    rqs: jsonb('rqs').$type<RqsValues>(),
    qs: jsonb('qs').$type<QsValues>(),
    importedAt: instant('imported_at').notNull(),
    /** Its owner was told by mail, or there was nobody to tell: however often the work that tells them is begun, once. */
    toldAt: instant('told_at'),
  },
  (t) => [
    primaryKey({ columns: [t.sampleId, t.version] }),
    check('lab_result_kind', sql`(${t.rqs} is null) <> (${t.qs} is null)`),
  ],
);

/** Numbers of kits, of all sites together: the transaction that takes one holds the row until it ends. */
export const sampleNumberSeries = pgTable(
  'sample_number_series',
  {
    testKind: text('test_kind').$type<TestKind>().notNull(),
    year: integer('year').notNull(),
    /** The number that was given last. */
    last: integer('last').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.testKind, t.year] }),
    check('sample_number_series_kind', sql`${t.testKind} in ('rqs', 'qs')`),
  ],
);
