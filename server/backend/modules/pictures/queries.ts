import { eq } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { type DrawingOptions, picture } from './tables.ts';

/** What a picture is drawn from; undefined for an unknown hash. */
export async function findDrawingOptions(
  handle: Database,
  hash: string,
): Promise<DrawingOptions | undefined> {
  const [row] = await handle.select({ options: picture.options }).from(picture).where(eq(picture.hash, hash));
  return row?.options;
}
