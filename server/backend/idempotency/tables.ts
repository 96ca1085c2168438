import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../database/columns.ts';

/**
 * What a call with an `Idempotency-Key` was answered, written in the transaction of its work, for whoever repeats it. A form of the keeper's
 * pages stands here too, by a hash of what it was sent with.
 */
export const idempotentAnswer = pgTable(
  'idempotent_answer',
  {
    /** SHA-256 of call, caller and key: the key is random, so none of them can be found from it. */
    keyHash: text('key_hash').primaryKey(),
    call: text('call').notNull(),
    /** SHA-256 of what was asked. */
    requestHash: text('request_hash').notNull(),
    status: integer('status').notNull(),
    /** JSON; null where there is nothing to tell. */
    body: text('body'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('idempotent_answer_age').on(t.createdAt)],
);
