import { eq } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import type { PictureSource } from './service.ts';
import { picture } from './tables.ts';

/** SQL of the pictures: what a hash is drawn from. */
export function createPictureSource(database: Database): PictureSource {
  return {
    async findOptions(hash) {
      const [row] = await database
        .select({ options: picture.options })
        .from(picture)
        .where(eq(picture.hash, hash));
      return row?.options;
    },
  };
}
