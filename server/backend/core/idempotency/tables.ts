import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../database/column-types.ts';

/**
 * Responses to calls with an `Idempotency-Key`, stored for repeats in the transaction of their work. Also
 * contains processed forms of the admin, by a hash of their content.
 */
export const idempotentAnswer = pgTable(
  'idempotent_answer',
  {
    /** SHA-256 of call, caller and key. It reveals none of them, because the key is random. */
    keyHash: text('key_hash').primaryKey(),
    call: text('call').notNull(),
    /** SHA-256 of the input. */
    requestHash: text('request_hash').notNull(),
    status: integer('status').notNull(),
    /** JSON; null if the response has no body. */
    body: text('body'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('idempotent_answer_age').on(t.createdAt)],
);
