import { sql } from 'drizzle-orm';
import { check, foreignKey, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { SceneName } from '../../../../shared/contract/primitives.ts';
import { category } from '../../catalogue/categories/tables.ts';
import { language } from '../../sites/languages/tables.ts';
import { site } from '../../sites/sites/tables.ts';
import { contentPage } from '../content/tables.ts';

export const navigation = pgTable('navigation', {
  navigationId: integer('navigation_id').primaryKey(),
  siteId: integer('site_id')
    .notNull()
    .references(() => site.siteId, { onDelete: 'cascade' }),
});

/**
 * A menu entry, on one of two levels. It leads to a category, a content page, or (the news overview) a fixed
 * `path`.
 */
export const navigationItem = pgTable(
  'navigation_item',
  {
    navigationId: integer('navigation_id')
      .notNull()
      .references(() => navigation.navigationId, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    parentKey: text('parent_key'),
    position: integer('position').notNull(),
    categoryId: integer('category_id').references(() => category.categoryId),
    contentPageId: integer('content_page_id').references(() => contentPage.contentPageId),
    path: text('path'),
    /** Picture next to the sub-menu; on the first level only. */
    scene: text('scene').$type<SceneName>(),
  },
  (t) => [
    primaryKey({ columns: [t.navigationId, t.key] }),
    check('navigation_item_target', sql`num_nonnulls(${t.categoryId}, ${t.contentPageId}, ${t.path}) = 1`),
  ],
);

export const navigationItemTranslation = pgTable(
  'navigation_item_translation',
  {
    navigationId: integer('navigation_id').notNull(),
    key: text('key').notNull(),
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    title: text('title').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.navigationId, t.languageId, t.key] }),
    foreignKey({
      columns: [t.navigationId, t.key],
      foreignColumns: [navigationItem.navigationId, navigationItem.key],
    }).onDelete('cascade'),
  ],
);
