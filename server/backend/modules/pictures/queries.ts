import { eq } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { type DrawingOptions, picture } from './tables.ts';

/** The file of a photo; undefined for a drawing and for an unknown hash. */
export async function findPhoto(handle: Database, hash: string): Promise<Buffer | undefined> {
  const [row] = await handle.select({ photo: picture.photo }).from(picture).where(eq(picture.hash, hash));
  // The embedded database gives plain bytes.
  return row?.photo ? Buffer.from(row.photo) : undefined;
}

/** What a picture is drawn from; undefined for an unknown hash. */
export async function findDrawingOptions(
  handle: Database,
  hash: string,
): Promise<DrawingOptions | undefined> {
  const [row] = await handle.select({ options: picture.options }).from(picture).where(eq(picture.hash, hash));
  return row?.options;
}
