import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Advice } from '../../../../shared/rules/feed-advice/feed-advice.ts';
import type {
  FeedModel,
  HorseType,
  RoughageType,
  WorkLevel,
} from '../../../../shared/rules/feed-advice/feed-model.ts';
import type { RationRefusal } from '../../../../shared/rules/feed-advice/ration-sums.ts';
import type { QsGrade } from '../../../../shared/rules/lab-results.ts';
import { instant } from '../../database/columns.ts';
import { account } from '../accounts/tables.ts';
import { roughageSample } from '../lab-results/tables.ts';
import { productVariant } from '../products/tables.ts';

/** The constants of the feeding-advice model, in one row. */
export const feedModel = pgTable(
  'feed_model',
  {
    feedModelId: integer('feed_model_id').primaryKey(),
    model: jsonb('model').$type<FeedModel>().notNull(),
  },
  (t) => [check('feed_model_one', sql`${t.feedModelId} = 1`)],
);

/** Values typed from a report of another laboratory, or copied from one of our own; per kg dry matter. */
export interface TypedValues {
  readonly type: 'hay' | 'silage';
  readonly dryMatterPct: number;
  readonly energyDE: number;
  readonly crudeProtein: number;
  readonly sugar: number;
  /** Of the report of ours that they were copied from: it grows old as it does. Left out where they were typed. */
  readonly resultDate?: string;
  /** Of the hygiene scan of its batch, when they were copied. */
  readonly qsGrade?: QsGrade | null;
}

/** A ration of one product that a customer saved for a horse. */
export const feedAdvice = pgTable(
  'feed_advice',
  {
    adviceId: uuid('advice_id').primaryKey(),
    /** A release that knows no rations closes accounts as well, beside this one. */
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.accountId, { onDelete: 'cascade' }),
    horseName: text('horse_name').notNull(),
    horseType: text('horse_type').$type<HorseType>().notNull(),
    /** Null: the reference weight of the type. */
    weightKg: integer('weight_kg'),
    workLevel: text('work_level').$type<WorkLevel>().notNull(),
    /** What kind the roughage is of; the values are those of the model where neither of the next two says them. */
    roughageType: text('roughage_type').$type<RoughageType>().notNull(),
    sampleId: uuid('sample_id').references(() => roughageSample.sampleId),
    typedValues: jsonb('typed_values').$type<TypedValues>(),
    productVariantId: integer('product_variant_id')
      .notNull()
      .references(() => productVariant.productVariantId),
    /** As it was counted last. */
    figures: jsonb('figures').$type<Advice>().notNull(),
    /** Why a new result left no ration: its figures are those from before, and are fed no more. Null: they hold. */
    refusal: text('refusal').$type<RationRefusal>(),
    /** Before a new result changed the ration; null where none did. */
    previousGramsPerDay: integer('previous_grams_per_day'),
    isRead: boolean('is_read').notNull(),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [
    index('feed_advice_account').on(t.accountId),
    index('feed_advice_sample').on(t.sampleId),
    check('feed_advice_type', sql`${t.horseType} in ('pony', 'sober', 'horse', 'hotblood')`),
    check('feed_advice_work', sql`${t.workLevel} in ('none', 'light', 'average', 'heavy')`),
    check('feed_advice_roughage', sql`${t.roughageType} in ('hay', 'silage', 'grass')`),
    check('feed_advice_source', sql`${t.sampleId} is null or ${t.typedValues} is null`),
  ],
);
