import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';

/** Options of the packshot drawing: everything that the picture depends on. */
export type DrawingOptions = Readonly<Record<string, unknown>>;

/** A drawn picture: the hash of what draws it. The file is made on its first request. */
export const picture = pgTable('picture', {
  hash: text('hash').primaryKey(),
  options: jsonb('options').$type<DrawingOptions>().notNull(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
});
