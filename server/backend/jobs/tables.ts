import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../database/columns.ts';

/** Work for a later moment, put here in the transaction that wants it. One that is done is deleted. */
export const job = pgTable(
  'job',
  {
    jobId: bigint('job_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    name: text('name').notNull(),
    /** Ids and codes: nothing that a person wrote. */
    payload: jsonb('payload').$type<Readonly<Record<string, unknown>>>().notNull(),
    createdAt: instant('created_at').notNull(),
    /** Begun so far. */
    attempts: integer('attempts').notNull().default(0),
    /** When it may next be begun. */
    runAt: instant('run_at').notNull(),
    /** Of the last attempt: a code. */
    failure: text('failure'),
    /** Since when it is not tried any more. */
    deadAt: instant('dead_at'),
  },
  (t) => [index('job_due').on(t.name, t.runAt).where(sql`${t.deadAt} is null`)],
);
