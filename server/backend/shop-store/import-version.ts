import { sql } from 'drizzle-orm';
import type { Database } from '../core/database/database.ts';
import { shopImport } from './tables.ts';

/** Returns the id of the latest import, which is the version of the shop; 0 before the first import. */
export async function readImportVersion(database: Database): Promise<number> {
  const [row] = await database
    .select({ version: sql<number>`coalesce(max(${shopImport.shopImportId}), 0)`.mapWith(Number) })
    .from(shopImport);
  return row?.version ?? 0;
}
