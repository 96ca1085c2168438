import { sql } from 'drizzle-orm';
import { check, foreignKey, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { category } from '../../catalogue/categories/tables.ts';
import { language } from '../../sites/languages/tables.ts';
import { site } from '../../sites/sites/tables.ts';
import { contentPage } from '../content/tables.ts';

export const footer = pgTable('footer', {
  footerId: integer('footer_id').primaryKey(),
  siteId: integer('site_id')
    .notNull()
    .references(() => site.siteId, { onDelete: 'cascade' }),
});

export const footerColumn = pgTable(
  'footer_column',
  {
    footerId: integer('footer_id')
      .notNull()
      .references(() => footer.footerId, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    position: integer('position').notNull(),
  },
  (t) => [primaryKey({ columns: [t.footerId, t.key] })],
);

export const footerColumnTranslation = pgTable(
  'footer_column_translation',
  {
    footerId: integer('footer_id').notNull(),
    key: text('key').notNull(),
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    title: text('title').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.footerId, t.languageId, t.key] }),
    foreignKey({
      columns: [t.footerId, t.key],
      foreignColumns: [footerColumn.footerId, footerColumn.key],
    }).onDelete('cascade'),
  ],
);

export const footerLink = pgTable(
  'footer_link',
  {
    footerId: integer('footer_id').notNull(),
    columnKey: text('column_key').notNull(),
    key: text('key').notNull(),
    position: integer('position').notNull(),
    /** A link leads to a category, a content page, or a fixed `path`. */
    categoryId: integer('category_id').references(() => category.categoryId),
    contentPageId: integer('content_page_id').references(() => contentPage.contentPageId),
    path: text('path'),
  },
  (t) => [
    primaryKey({ columns: [t.footerId, t.key] }),
    foreignKey({
      columns: [t.footerId, t.columnKey],
      foreignColumns: [footerColumn.footerId, footerColumn.key],
    }).onDelete('cascade'),
    check('footer_link_target', sql`num_nonnulls(${t.categoryId}, ${t.contentPageId}, ${t.path}) = 1`),
  ],
);

export const footerLinkTranslation = pgTable(
  'footer_link_translation',
  {
    footerId: integer('footer_id').notNull(),
    key: text('key').notNull(),
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    title: text('title').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.footerId, t.languageId, t.key] }),
    foreignKey({
      columns: [t.footerId, t.key],
      foreignColumns: [footerLink.footerId, footerLink.key],
    }).onDelete('cascade'),
  ],
);
