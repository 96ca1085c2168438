import { asc, gt, sql } from 'drizzle-orm';
import type { Database } from '../core/database/database.ts';
import { shopImport } from './tables.ts';

/** Returns the id of the latest import, which is the version of the shop; 0 before the first import. */
export async function readImportVersion(database: Database): Promise<number> {
  const [row] = await database
    .select({ version: sql<number>`coalesce(max(${shopImport.shopImportId}), 0)`.mapWith(Number) })
    .from(shopImport);
  return row?.version ?? 0;
}

/** What an import or an edit may have changed. */
export interface ShopChange {
  /** Parts of the shop; null for all. */
  readonly parts: ReadonlySet<string> | null;
  /** Codes of the languages whose texts changed; null if more than texts of some languages changed. */
  readonly languages: ReadonlySet<string> | null;
}

/** Lists what the imports and edits after a version may have changed, the oldest first. */
export async function listShopChanges(database: Database, version: number): Promise<ShopChange[]> {
  const rows = await database
    .select({ parts: shopImport.changedParts, languages: shopImport.changedLanguages })
    .from(shopImport)
    .where(gt(shopImport.shopImportId, version))
    .orderBy(asc(shopImport.shopImportId));
  return rows.map(({ parts, languages }) => ({
    parts: parts && new Set(parts),
    languages: languages && new Set(languages),
  }));
}
