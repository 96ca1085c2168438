import { sql } from 'drizzle-orm';
import { bigint, check, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../../core/database/column-types.ts';

/**
 * States of a version: draft, planned for a time, published, withdrawn before publication, or refused at its
 * time.
 */
export const versionStates = ['draft', 'planned', 'published', 'withdrawn', 'refused'] as const;
export type VersionState = (typeof versionStates)[number];

/**
 * A version of a text written by staff, with the previous text. Versions are immutable: each change is a new
 * version.
 */
export const textVersion = pgTable(
  'text_version',
  {
    textVersionId: bigint('text_version_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Kind, key and language of the text, as on the admin pages. */
    kind: text('kind').notNull(),
    key: text('key').notNull(),
    language: text('language').notNull(),
    /**
     * Values of the record before and after the change. Wrapped in an object, because a bare text in a JSON
     * column may be read as a number.
     */
    before: jsonb('before').$type<{ readonly value: unknown }>().notNull(),
    after: jsonb('after').$type<{ readonly value: unknown }>().notNull(),
    state: text('state').$type<VersionState>().notNull(),
    /** Planned publication time, also after it has passed. */
    publishAt: instant('publish_at'),
    publishedAt: instant('published_at'),
    /** Why it could not be published. */
    fault: text('fault'),
    /** The version whose text it restores. */
    backTo: bigint('back_to', { mode: 'number' }),
    madeAt: instant('made_at').notNull(),
    /** Id of the staff account, or 'command'. */
    madeBy: text('made_by').notNull(),
  },
  (t) => [
    index('text_version_text').on(t.kind, t.key, t.language),
    index('text_version_planned').on(t.publishAt).where(sql`${t.state} = 'planned'`),
    index('text_version_open').on(t.state).where(sql`${t.state} in ('draft', 'planned', 'refused')`),
    check(
      'text_version_kind_known',
      sql`${t.kind} in ('page', 'article', 'category', 'product', 'landing', 'menu', 'footer', 'promises', 'notice', 'desk', 'groupPage', 'groupPromises', 'groupNotice', 'entries')`,
    ),
    check(
      'text_version_state_known',
      sql`${t.state} in ('draft', 'planned', 'published', 'withdrawn', 'refused')`,
    ),
    check('text_version_planned_at', sql`${t.state} <> 'planned' or ${t.publishAt} is not null`),
    check('text_version_published_at', sql`(${t.state} = 'published') = (${t.publishedAt} is not null)`),
  ],
);
