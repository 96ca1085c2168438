import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { readConfig } from '../../server/backend/app/config.ts';
import { createSearchTextCache } from '../../server/backend/catalogue/search/memory/search-text-cache.ts';
import { openDatabase } from '../../server/backend/core/database/database.ts';
import { findMigrationsFolder } from '../../server/backend/core/shipped-folders.ts';
import * as schema from '../../server/backend/schema/schema.ts';

const BYTES_PER_MEBIBYTE = 1024 * 1024;

/** Returns a function that reads the bytes in use after a garbage collection. */
export function createMemoryMeter(): () => number {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  return () => {
    collect();
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
}

/**
 * Reports the memory used by the search terms of each language, on the configured database. The first
 * language includes the memory that all languages share.
 */
export async function runSearchMemory(): Promise<number> {
  const config = readConfig();
  const { database, description, close } = await openDatabase({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    migrationsFolder: findMigrationsFolder(),
  });
  const measure = createMemoryMeter();
  const errors: unknown[] = [];
  const store = createSearchTextCache(database, { reportError: (error) => errors.push(error) });
  const languages = await database.select().from(schema.language).orderBy(schema.language.languageId);
  const used = new Set(
    (
      await database
        .selectDistinct({ id: schema.productTranslation.languageId })
        .from(schema.productTranslation)
    ).map(({ id }) => id),
  );
  console.log(`${description}\n`);
  let before = measure();
  for (const { languageId, code } of languages) {
    if (!used.has(languageId)) continue;
    const cpu = process.cpuUsage();
    const texts = await store.fetchTexts(languageId);
    const { user, system } = process.cpuUsage(cpu);
    const after = measure();
    const bytes = after - before;
    before = after;
    console.log(
      `${code}  ${(bytes / BYTES_PER_MEBIBYTE).toFixed(1).padStart(6)} MiB   ${String(Math.round(bytes / texts.products.size)).padStart(5)} bytes per product   ` +
        `${texts.products.size} products, ${texts.products.words.statistics.words} words, ${texts.products.words.statistics.postings} postings   ` +
        `${((user + system) / 1e6).toFixed(1)} s of processor time to read`,
    );
  }
  await close();
  return errors.length === 0 ? 0 : 1;
}
