import { sql } from 'drizzle-orm';
import { bigint, check, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../../database/columns.ts';

/**
 * What became of a version: kept for later, to be published at its moment, in the shop, taken back before it was, or not publishable when its
 * moment came.
 */
export const versionStates = ['draft', 'planned', 'published', 'withdrawn', 'refused'] as const;
export type VersionState = (typeof versionStates)[number];

/** A text that the keeper has written, with what stood there before. Texts never change: another text is another version. */
export const textVersion = pgTable(
  'text_version',
  {
    textVersionId: bigint('text_version_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The record of the shop that it belongs to, as `shop_record` names it. */
    file: text('file').notNull(),
    list: text('list').notNull(),
    key: text('key').notNull(),
    /** Kind, key and language of the text, as the keeper's pages name it. */
    kind: text('kind').notNull(),
    language: text('language').notNull(),
    /** The value of the record when it was written, and with it. In an object: a text alone in such a column may be read as a number. */
    before: jsonb('before').$type<{ readonly value: unknown }>().notNull(),
    after: jsonb('after').$type<{ readonly value: unknown }>().notNull(),
    state: text('state').$type<VersionState>().notNull(),
    /** The moment that it is planned for, or was. */
    publishAt: instant('publish_at'),
    publishedAt: instant('published_at'),
    /** Why it could not be published. */
    fault: text('fault'),
    /** The version whose text it brings back. */
    backTo: bigint('back_to', { mode: 'number' }),
    madeAt: instant('made_at').notNull(),
    /** Id of the keeper, or 'command'. */
    madeBy: text('made_by').notNull(),
  },
  (t) => [
    index('text_version_record').on(t.file, t.list, t.key),
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
