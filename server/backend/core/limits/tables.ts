import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../database/column-types.ts';

/** Number of attempts in the present window, per limit and subject. Shared by all backends. */
export const rateLimit = pgTable(
  'rate_limit',
  {
    /** Keyed hash of the limit's name and its subject, from which no address can be derived. */
    keyHash: text('key_hash').primaryKey(),
    acts: integer('acts').notNull(),
    windowEndsAt: instant('window_ends_at').notNull(),
  },
  (t) => [index('rate_limit_end').on(t.windowEndsAt)],
);
