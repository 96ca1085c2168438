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
import { productVariant } from '../../catalogue/products/tables.ts';
import { instant } from '../../core/database/column-types.ts';
import { account } from '../../customers/accounts/tables.ts';
import { roughageSample } from '../lab-results/tables.ts';

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
export interface TypedReportValues {
  readonly type: 'hay' | 'silage';
  readonly dryMatterPct: number;
  readonly energyDE: number;
  readonly crudeProtein: number;
  readonly sugar: number;
  /**
   * Result date of our report that the values were copied from; they age with it. Left out for typed values.
   */
  readonly resultDate?: string;
  /** Grade of the hygiene scan of its batch at the time of copying. */
  readonly qsGrade?: QsGrade | null;
}

/** A ration of one product that a customer saved for a horse. */
export const feedAdvice = pgTable(
  'feed_advice',
  {
    adviceId: uuid('advice_id').primaryKey(),
    /**
     * Deleted with the account: an earlier release that runs concurrently closes accounts without knowing
     * this table.
     */
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.accountId, { onDelete: 'cascade' }),
    horseName: text('horse_name').notNull(),
    horseType: text('horse_type').$type<HorseType>().notNull(),
    /** Null: the reference weight of the type. */
    weightKg: integer('weight_kg'),
    workLevel: text('work_level').$type<WorkLevel>().notNull(),
    /** Type of roughage. Its values are those of the model unless one of the next two columns states them. */
    roughageType: text('roughage_type').$type<RoughageType>().notNull(),
    sampleId: uuid('sample_id').references(() => roughageSample.sampleId),
    typedValues: jsonb('typed_values').$type<TypedReportValues>(),
    productVariantId: integer('product_variant_id')
      .notNull()
      .references(() => productVariant.productVariantId),
    /** Values of the latest calculation. */
    figures: jsonb('figures').$type<Advice>().notNull(),
    /**
     * Why a new result left no ration: its values are outdated and must no longer be fed. Null if the ration
     * is valid.
     */
    refusal: text('refusal').$type<RationRefusal>(),
    /** Grams before a new result changed the ration; null if none did. */
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
