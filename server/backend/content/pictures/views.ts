import { QueryBuilder } from 'drizzle-orm/pg-core';
import { picture } from './tables.ts';

/** Sizes of pictures in pixels. */
export const pictureSizes = new QueryBuilder()
  .select({ hash: picture.hash, width: picture.width, height: picture.height })
  .from(picture)
  .as('picture_sizes');
