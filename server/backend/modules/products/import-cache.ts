import { sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { productListingVersion } from '../../database/schema.ts';
import { takeTurns } from './take-turns.ts';

/** Keeps in memory what only an import changes: names, categories, vocabularies. */
export interface ImportCache {
  /**
   * What was loaded under a key, loaded again after an import.
   *
   * @throws what `load` throws; the next call loads again
   */
  fetch<T>(key: string, load: () => PromiseLike<T>): Promise<T>;
  /** Which import the database has, at an instant after the call. It shares a statement with what is fetched at the same time. */
  fetchVersion(): Promise<number>;
}

// An import raises the version of every site, so the highest one rises as well.
export const importVersion = sql<number>`(select coalesce(max(${productListingVersion.version}), 0) from ${productListingVersion})`;

/** Every call asks the database first whether there was an import: what one has committed is in the next answer of every process. */
export function createImportCache(database: Database): ImportCache {
  const entries = new Map<string, { readonly version: number; readonly value: Promise<unknown> }>();
  const selectVersion = database
    .select({ version: sql<number>`coalesce(max(${productListingVersion.version}), 0)` })
    .from(productListingVersion)
    .prepare('import_version');
  const fetchVersion = takeTurns(async () => (await selectVersion.execute())[0]?.version ?? 0);

  return {
    fetchVersion,
    async fetch<T>(key: string, load: () => PromiseLike<T>): Promise<T> {
      // Read before what it is about: that may be newer than it is called, never older.
      const version = await fetchVersion();
      const known = entries.get(key);
      // Only this function writes entries, each under the key of its own loader.
      if (known?.version === version) return known.value as Promise<T>;
      // A query of Drizzle runs again for everyone who waits for it; a promise of it does not.
      const entry = { version, value: Promise.resolve(load()) };
      entries.set(key, entry);
      try {
        return await entry.value;
      } catch (error) {
        if (entries.get(key) === entry) entries.delete(key);
        throw error;
      }
    },
  };
}
