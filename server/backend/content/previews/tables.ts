import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../../core/database/column-types.ts';
import { language } from '../../sites/languages/tables.ts';
import { site } from '../../sites/sites/tables.ts';

/** A link created by a staff member that opens a preview of a host. It works once and for a few minutes. */
export const previewLink = pgTable(
  'preview_link',
  {
    /** SHA-256 of the token. */
    tokenHash: text('token_hash').primaryKey(),
    siteId: integer('site_id')
      .notNull()
      .references(() => site.siteId),
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    /** Path and query of the target page on that host. */
    path: text('path').notNull(),
    /** The previewed time. */
    shownAt: instant('shown_at').notNull(),
    /** Id of the staff member; never a name or an address. */
    staffMemberId: text('keeper_id').notNull(),
    createdAt: instant('created_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [index('preview_link_created').on(t.createdAt)],
);
