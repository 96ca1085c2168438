import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../core/database/database.ts';
import { escapeLike } from '../../core/database/escape-like.ts';
import { type DrawingOptions, type PictureAlts, picture, textPicture } from './tables.ts';

/** Returns the file of a photo; undefined for a drawing and for an unknown hash. */
export async function findPhoto(handle: Database, hash: string): Promise<Buffer | undefined> {
  const [row] = await handle.select({ photo: picture.photo }).from(picture).where(eq(picture.hash, hash));
  // The embedded database returns a Uint8Array.
  return row?.photo ? Buffer.from(row.photo) : undefined;
}

/** Returns the options of a drawing; undefined for an unknown hash. */
export async function findDrawingOptions(
  handle: Database,
  hash: string,
): Promise<DrawingOptions | undefined> {
  const [row] = await handle.select({ options: picture.options }).from(picture).where(eq(picture.hash, hash));
  return row?.options;
}

/** Returns the bytes of an uploaded picture; undefined for an unknown hash. */
export async function findOriginal(handle: Database, hash: string): Promise<Buffer | undefined> {
  const [row] = await handle
    .select({ original: textPicture.original })
    .from(textPicture)
    .where(eq(textPicture.hash, hash))
    .limit(1);
  return row && Buffer.from(row.original);
}

/** A picture for texts, without its bytes. */
export interface TextPicture {
  readonly key: string;
  readonly hash: string;
  /** Width in pixels. */
  readonly width: number;
  readonly height: number;
  readonly alts: PictureAlts;
  readonly addedAt: Date;
}

const textPictureColumns = {
  key: textPicture.key,
  hash: textPicture.hash,
  width: textPicture.width,
  height: textPicture.height,
  alts: textPicture.alts,
  addedAt: textPicture.addedAt,
};

/** Returns the existing pictures of a list of keys. */
export async function findTextPictures(
  handle: Database,
  keys: readonly string[],
): Promise<Map<string, TextPicture>> {
  const rows = await handle
    .select(textPictureColumns)
    .from(textPicture)
    .where(inArray(textPicture.key, [...keys]));
  return new Map(rows.map((row) => [row.key, row]));
}

/** Returns a picture and locks it until the transaction ends. */
export async function lockTextPicture(transaction: Database, key: string): Promise<TextPicture | undefined> {
  const [row] = await transaction
    .select(textPictureColumns)
    .from(textPicture)
    .where(eq(textPicture.key, key))
    .for('update');
  return row;
}

/** Lists the pictures whose key or alternative text contains a text, ordered by key. */
export async function listTextPictures(
  handle: Database,
  text: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<TextPicture[]> {
  const pattern = `%${escapeLike(text)}%`;
  return handle
    .select(textPictureColumns)
    .from(textPicture)
    .where(
      text === ''
        ? undefined
        : sql`${textPicture.key} ilike ${pattern} or ${textPicture.alts}::text ilike ${pattern}`,
    )
    .orderBy(asc(textPicture.key))
    .limit(limit)
    .offset(offset);
}

/** @returns false if another picture has the key */
export async function insertTextPicture(
  transaction: Database,
  row: typeof textPicture.$inferInsert,
): Promise<boolean> {
  const rows = await transaction
    .insert(textPicture)
    .values(row)
    .onConflictDoNothing({ target: textPicture.key })
    .returning({ key: textPicture.key });
  return rows.length > 0;
}

/** Replaces the picture of a key. */
export async function replaceTextPicture(
  transaction: Database,
  { key, ...row }: typeof textPicture.$inferInsert,
): Promise<void> {
  await transaction.update(textPicture).set(row).where(eq(textPicture.key, key));
}

/** Lists every picture for texts, ordered by key. */
export const listAllTextPictures = (handle: Database): Promise<TextPicture[]> =>
  handle.select(textPictureColumns).from(textPicture).orderBy(asc(textPicture.key));

export async function setPictureAlts(transaction: Database, key: string, alts: PictureAlts): Promise<void> {
  await transaction.update(textPicture).set({ alts }).where(eq(textPicture.key, key));
}

export async function deleteTextPicture(transaction: Database, key: string): Promise<void> {
  await transaction.delete(textPicture).where(eq(textPicture.key, key));
}
