import { sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { takeTurns } from '../database/take-turns.ts';
import { productListingVersion } from '../modules/search/tables.ts';

/** Something that was read, and which import the database had when that was done: the value is of this one or of the one before. */
export interface OfImport<T> {
  readonly value: T;
  readonly version: number;
}

/** Keeps in memory what only an import changes: names, categories, vocabularies. */
export interface ImportCache {
  /**
   * What was loaded under a key, loaded again after an import.
   *
   * @throws what `load` throws; the next call loads again
   */
  fetch<T>(key: string, load: () => PromiseLike<T>): Promise<OfImport<T>>;
}

/** Which import the database has, beside what a statement reads. An import raises the version of every site, so the highest one rises as well. */
export const importVersion = sql<number>`(select coalesce(max(${productListingVersion.version}), 0) from ${productListingVersion})`;

/** Every call asks the database first whether there was an import: what one has committed is in the next answer of every process. */
export function createImportCache(database: Database): ImportCache {
  const entries = new Map<string, { readonly version: number; readonly read: Promise<OfImport<unknown>> }>();
  const selectVersion = database
    .select({ version: sql<number>`coalesce(max(${productListingVersion.version}), 0)` })
    .from(productListingVersion)
    .prepare('import_version');
  const fetchVersion = takeTurns(async () => (await selectVersion.execute())[0]?.version ?? 0);
  const read = async <T>(load: () => PromiseLike<T>): Promise<OfImport<T>> => ({
    value: await load(),
    version: await fetchVersion(),
  });

  return {
    async fetch<T>(key: string, load: () => PromiseLike<T>): Promise<OfImport<T>> {
      // Read before what it is about: that may be newer than it is called, never older.
      const version = await fetchVersion();
      const known = entries.get(key);
      // Only this function writes entries, each under the key of its own loader.
      if (known?.version === version) return known.read as Promise<OfImport<T>>;
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
