import { customType, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { Locale } from '../../../../shared/i18n/locales.ts';
import { instant } from '../../database/columns.ts';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Options of the packshot drawing: everything that the picture depends on. */
export type DrawingOptions = Readonly<Record<string, unknown>>;

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

/** What a picture shows, in each language of the shop. */
export type PictureAlts = Readonly<Record<Locale, string>>;

/** A picture that the keeper has put up for texts, which name it by its key: `![](picture:hay-barn)`. */
export const textPicture = pgTable(
  'text_picture',
  {
    key: text('key').primaryKey(),
    /** SHA-256 of the bytes, cut: part of its addresses. */
    hash: text('hash').notNull(),
    /** WebP, made anew from the pixels of what was sent. */
    original: bytes('original').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    alts: jsonb('alts').$type<PictureAlts>().notNull(),
    addedAt: instant('added_at').notNull(),
  },
  (t) => [index('text_picture_hash').on(t.hash)],
);
