import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { Locale } from '../../../../shared/i18n/locales.ts';
import { bytes, instant } from '../../core/database/column-types.ts';

/** Options of a packshot drawing: everything that the picture depends on. */
export type DrawingOptions = Readonly<Record<string, unknown>>;

/**
 * A picture of a product: a drawing with the hash of its options, or a photo with the hash of its file. The
 * displayed sizes are made on the first request.
 */
export const picture = pgTable('picture', {
  hash: text('hash').primaryKey(),
  /** Empty for a photo. */
  options: jsonb('options').$type<DrawingOptions>().notNull(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  /** The original file of a photo, which is never sent to clients; null for a drawing. */
  photo: bytes('photo'),
});

/** The alternative text of a picture in each language. */
export type PictureAlts = Readonly<Record<Locale, string>>;

/** A picture that staff have uploaded for texts, which refer to it by key: `![](picture:hay-barn)`. */
export const textPicture = pgTable(
  'text_picture',
  {
    key: text('key').primaryKey(),
    /** Truncated SHA-256 of the bytes, used in addresses. */
    hash: text('hash').notNull(),
    /** WebP, re-encoded from the pixels of the upload. */
    original: bytes('original').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    alts: jsonb('alts').$type<PictureAlts>().notNull(),
    addedAt: instant('added_at').notNull(),
  },
  (t) => [index('text_picture_hash').on(t.hash)],
);
