import { setImmediate } from 'node:timers/promises';
import type { Database } from '../core/database/database.ts';
import { IssueList } from '../shop-store/import-error.ts';
import {
  createFolderSource,
  readShop,
  type ShopFiles,
  type ShopFilesWithRecords,
  type ShopSource,
} from '../shop-store/read-shop-files.ts';
import {
  applyEditsToSource,
  type EditedRecord,
  getRecordKey,
  hashValue,
} from '../shop-store/shop-records.ts';
import { listReadHosts, listRoutesOfHost } from '../shop-store/shop-routes.ts';
import { readStoredRoutes, type StoredRoute } from '../sites/routing/queries.ts';
import { checkLinks } from './check-links.ts';
import { checkShopFiles } from './check-shop-files.ts';
import { checkRedirects, listRedirectedPaths } from './redirects.ts';

const SYNONYMS_FILE = 'search-synonyms.json';

/**
 * Reads the files of a shop and runs all checks that need no database.
 *
 * @throws ImportError with every error
 */
export async function readCheckedShop(folder: string): Promise<{ files: ShopFiles; addresses: number }> {
  const { shop, addresses } = await readCheckedSource(createFolderSource(folder));
  return { files: shop.files, addresses };
}

/**
 * Reads and checks a shop from any source. See `readCheckedShop`.
 *
 * @param storedRoutes present addresses of the shop; a text may link to one that changes, because it will
 *   redirect
 */
export async function readCheckedSource(
  source: ShopSource,
  storedRoutes: readonly StoredRoute[] = [],
): Promise<{ shop: ShopFilesWithRecords; addresses: number }> {
  const shop = await readShop(source);
  const { files } = shop;
  const issues = new IssueList();
  checkShopFiles(files, issues);
  // If only search synonyms refer to missing pages, links are checked too, so that all references to a
  // removed page are reported together.
  if (issues.issues.some(({ file }) => file !== SYNONYMS_FILE)) issues.throwIfAny();
  let addresses = 0;
  for (const host of listReadHosts(files)) {
    const routes = listRoutesOfHost(files, host, issues);
    const oldPaths = listRedirectedPaths(storedRoutes, host, routes);
    checkLinks(files, host, routes, issues, oldPaths);
    checkRedirects(files, host, routes, issues, oldPaths);
    addresses += routes.length;
    // Checking one host of a large shop takes long, so other requests are handled in between.
    await setImmediate();
  }
  issues.throwIfAny();
  return { shop, addresses };
}

/**
 * Reads and checks the files, with the edits of staff applied.
 *
 * @returns `kept`: records that keep their edited value; `changed`: those of them that differ from the
 *   files
 * @throws ImportError with every error
 */
export async function readSourceWithEdits(
  database: Database,
  source: ShopSource,
  edited: readonly EditedRecord[],
) {
  if (edited.length === 0) return { ...(await readCheckedSource(source)), kept: [], changed: [] };
  const stated = new Map<string, string>();
  const wanted = new Set(edited.map(getRecordKey));
  for (const record of (await readShop(source)).listRecords()) {
    if (wanted.has(getRecordKey(record))) stated.set(getRecordKey(record), hashValue(record.value));
  }
  // If the files now contain the edited value, the files manage the record again.
  const kept = edited.filter((record) => {
    const statedHash = stated.get(getRecordKey(record));
    return statedHash !== (record.value === null ? undefined : hashValue(record.value));
  });
  const changed = kept.map((record) => ({
    file: record.file,
    list: record.list,
    key: record.key,
    isNewInFiles: (stated.get(getRecordKey(record)) ?? null) !== record.importedHash,
  }));
  const storedRoutes = await readStoredRoutes(database);
  return { ...(await readCheckedSource(applyEditsToSource(source, kept), storedRoutes)), kept, changed };
}
