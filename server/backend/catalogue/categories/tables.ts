import { type AnyPgColumn, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { SceneName } from '../../../../shared/contract/primitives.ts';
import { instant } from '../../core/database/column-types.ts';
import { language } from '../../sites/languages/tables.ts';
import { site } from '../../sites/sites/tables.ts';

export const category = pgTable(
  'category',
  {
    categoryId: integer('category_id').primaryKey(),
    key: text('key').notNull().unique(),
    parentId: integer('parent_id').references((): AnyPgColumn => category.categoryId),
    /** Order in the import file, for parents and children alike. */
    position: integer('position').notNull(),
    scene: text('scene').$type<SceneName>().notNull(),
  },
  (t) => [index('category_parent').on(t.parentId)],
);

export const categoryTranslation = pgTable(
  'category_translation',
  {
    categoryId: integer('category_id')
      .notNull()
      .references(() => category.categoryId),
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    name: text('name').notNull(),
    intro: text('intro').notNull(),
    metaDescription: text('meta_description').notNull(),
    slug: text('slug').notNull(),
    /** Time of the latest change of a text of this row: `lastmod` in the sitemap. */
    modifiedAt: instant('modified_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.categoryId, t.languageId] })],
);

export const siteCategory = pgTable(
  'site_category',
  {
    siteId: integer('site_id')
      .notNull()
      .references(() => site.siteId, { onDelete: 'cascade' }),
    categoryId: integer('category_id')
      .notNull()
      .references(() => category.categoryId),
  },
  (t) => [primaryKey({ columns: [t.siteId, t.categoryId] })],
);
