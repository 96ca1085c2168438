import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../database/columns.ts';

/** How often somebody has done what is limited, since the window of their first act began. All backends count here. */
export const rateLimit = pgTable(
  'rate_limit',
  {
    /** Keyed hash of the limit's name and of whom it counts: no address can be read from it. */
    keyHash: text('key_hash').primaryKey(),
    acts: integer('acts').notNull(),
    windowEndsAt: instant('window_ends_at').notNull(),
  },
  (t) => [index('rate_limit_end').on(t.windowEndsAt)],
);
