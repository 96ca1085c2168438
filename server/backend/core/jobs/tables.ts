import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../database/column-types.ts';

/** Jobs for a later moment, enqueued in the transaction that causes them. Completed jobs are deleted. */
export const job = pgTable(
  'job',
  {
    jobId: bigint('job_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    name: text('name').notNull(),
    /** Ids and codes; no text written by a person. */
    payload: jsonb('payload').$type<Readonly<Record<string, unknown>>>().notNull(),
    createdAt: instant('created_at').notNull(),
    /** Number of started attempts. */
    attempts: integer('attempts').notNull().default(0),
    /** Earliest start of the next attempt. */
    runAt: instant('run_at').notNull(),
    /** Code of the last attempt's failure. */
    failure: text('failure'),
    /** Time of the last failed attempt; null while the job is retried. */
    deadAt: instant('dead_at'),
  },
  (t) => [index('job_due').on(t.name, t.runAt).where(sql`${t.deadAt} is null`)],
);
