import { customType, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';

/** Options of the packshot drawing: everything that the picture depends on. */
export type DrawingOptions = Readonly<Record<string, unknown>>;

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** A picture of a product: drawn, under the hash of what draws it, or a photo under that of its file. What is shown is made on its first request. */
export const picture = pgTable('picture', {
  hash: text('hash').primaryKey(),
  /** Empty for a photo. */
  options: jsonb('options').$type<DrawingOptions>().notNull(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  /** The file of a photo as it came, which is never sent to anybody; null for a drawing. */
  photo: bytes('photo'),
});
