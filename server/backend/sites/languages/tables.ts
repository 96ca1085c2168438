import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';

export const language = pgTable('language', {
  languageId: integer('language_id').primaryKey(),
  code: text('code').notNull().unique(),
  culture: text('culture').notNull(),
  localizedName: text('localized_name').notNull(),
  aliases: jsonb('aliases').$type<string[]>().notNull(),
});
