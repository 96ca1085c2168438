import { sql } from 'drizzle-orm';
import type { Database } from '../core/database/database.ts';
import { serializeCalls } from '../core/database/serialize-calls.ts';
import { productListingVersion, shopImport } from './tables.ts';

/**
 * Cached value with the import version read after it. The value belongs to this version or, if an import
 * committed meanwhile, to the previous one.
 */
export interface WithImportVersion<T> {
  readonly value: T;
  readonly version: number;
}

/** Caches data in memory that only imports change: names, categories, vocabularies. */
export interface ImportCache {
  /**
   * Returns the value loaded under a key. Loads it again after an import.
   *
   * @throws the error of `load`; the next call loads again
   */
  fetch<T>(key: string, load: () => PromiseLike<T>): Promise<WithImportVersion<T>>;
}

/**
 * SQL expression for the current import version, to be selected together with data. An import increases the
 * version of every site, so the maximum increases too.
 */
export const importVersion = sql<number>`(select coalesce(max(${productListingVersion.version}), 0) from ${productListingVersion})`;

/** SQL expression for the time of the first import. */
export const firstImportTime = sql<Date>`(select min(${shopImport.importedAt}) from ${shopImport})`;

/**
 * Creates a cache that asks the database for the import version on each call. A committed import is therefore
 * visible in the next response of every process.
 */
export function createImportCache(database: Database): ImportCache {
  const entries = new Map<
    string,
    { readonly version: number; readonly read: Promise<WithImportVersion<unknown>> }
  >();
  const selectVersion = database
    .select({ version: sql<number>`coalesce(max(${productListingVersion.version}), 0)` })
    .from(productListingVersion)
    .prepare('import_version');
  const fetchVersion = serializeCalls(async () => (await selectVersion.execute())[0]?.version ?? 0);
  const read = async <T>(load: () => PromiseLike<T>): Promise<WithImportVersion<T>> => ({
    value: await load(),
    version: await fetchVersion(),
  });

  return {
    async fetch<T>(key: string, load: () => PromiseLike<T>): Promise<WithImportVersion<T>> {
      // Read before the value: the value may be newer than its version, never older.
      const version = await fetchVersion();
      const known = entries.get(key);
      // Only this function writes entries, each under the key of its loader.
      if (known?.version === version) return known.read as Promise<WithImportVersion<T>>;
      const entry = { version, read: read(load) };
      entries.set(key, entry);
      try {
        return await entry.read;
      } catch (error) {
        if (entries.get(key) === entry) entries.delete(key);
        throw error;
      }
    },
  };
}
