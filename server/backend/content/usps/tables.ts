import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { language } from '../../sites/languages/tables.ts';
import { site } from '../../sites/sites/tables.ts';

export const uspCollection = pgTable('usp_collection', {
  collectionId: integer('collection_id').primaryKey(),
  siteId: integer('site_id')
    .notNull()
    .references(() => site.siteId, { onDelete: 'cascade' }),
});

export const uspText = pgTable(
  'usp_text',
  {
    collectionId: integer('collection_id')
      .notNull()
      .references(() => uspCollection.collectionId, { onDelete: 'cascade' }),
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    position: integer('position').notNull(),
    text: text('text').notNull(),
  },
  (t) => [primaryKey({ columns: [t.collectionId, t.languageId, t.position] })],
);
