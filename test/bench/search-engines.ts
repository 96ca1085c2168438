import { readFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { readConfig } from '../../server/backend/app/config.ts';
import { updateSearchIndex } from '../../server/backend/catalogue/search/documents/update-search-index.ts';
import {
  createSearchEngine,
  type SearchEngineName,
  searchEngineNames,
} from '../../server/backend/catalogue/search/engines.ts';
import { type Database, openDatabase } from '../../server/backend/core/database/database.ts';
import { findMigrationsFolder } from '../../server/backend/core/shipped-folders.ts';
import { language, product, productVariant, site } from '../../server/backend/schema/schema.ts';
import { createMemoryMeter } from './search-memory.ts';
import { JUDGED_QUERIES_FILE, JUDGED_RESULT_COUNT, type MeasuredQuery } from './search-quality.ts';

/** Rounds of all queries; `BENCH_ROUNDS` sets fewer for a quick run. */
const ROUND_COUNT = Number(process.env.BENCH_ROUNDS ?? 5);
const PAGE_SIZE = 24;
const BYTES_PER_MEBIBYTE = 1024 * 1024;

interface PreparedQuery extends MeasuredQuery {
  readonly siteId: number;
  readonly languageId: number;
}

/** Returns the queries in the languages of the shop's sites. */
async function readQueries(database: Database): Promise<PreparedQuery[]> {
  const queries: MeasuredQuery[] = JSON.parse(await readFile(JUDGED_QUERIES_FILE, 'utf8'));
  const languages = new Map(
    (await database.select().from(language)).map(({ code, languageId }) => [code, languageId]),
  );
  const sites = new Map((await database.select().from(site)).map(({ key, siteId }) => [key, siteId]));
  return queries.flatMap((query) => {
    const siteId = sites.get(query.site ?? `havero-${query.language}`);
    const languageId = languages.get(query.language);
    return siteId === undefined || languageId === undefined ? [] : [{ ...query, siteId, languageId }];
  });
}

const getQuantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;

const measure = createMemoryMeter();

async function measureEngine(
  name: SearchEngineName,
  database: Database,
  queries: readonly PreparedQuery[],
  keys: ReadonlyMap<number, string>,
  bytesBefore: number,
): Promise<string> {
  const { search, index } = createSearchEngine(name, {
    database,
    errors: {
      reportError: (error) => {
        throw error;
      },
    },
  });
  const start = performance.now();
  if (index) await updateSearchIndex(database, index);
  const indexSeconds = (performance.now() - start) / 1000;
  const now = new Date();
  const find = ({ siteId, languageId, query }: PreparedQuery) =>
    search.find(
      {
        siteId,
        languageId,
        term: query,
        brands: ['Havero'],
        now,
        categoryIds: null,
        scope: [],
        conditions: [],
      },
      { sort: 'relevance', descending: false, limit: PAGE_SIZE, offset: 0 },
    );
  let successes = 0;
  for (const query of queries) {
    const { productVariantIds, pages } = await find(query);
    const found = [
      // The large sample shop has products of the same kind with a number.
      ...productVariantIds
        .slice(0, JUDGED_RESULT_COUNT)
        .map((id) => (keys.get(id) ?? '').replace(/-\d+$/, '')),
      ...pages.slice(0, JUDGED_RESULT_COUNT).map(({ key }) => key),
    ];
    const expected = new Set(query.expect.map((key) => key.replace(/^.*:/, '')));
    if (found.some((key) => expected.has(key))) successes += 1;
  }
  const times: number[] = [];
  for (let round = 0; round < ROUND_COUNT; round += 1) {
    for (const query of queries) {
      const asked = performance.now();
      await find(query);
      times.push(performance.now() - asked);
    }
  }
  const bytes = measure() - bytesBefore;
  times.sort((a, b) => a - b);
  const [p50, p95] = [0.5, 0.95].map((share) => getQuantile(times, share).toFixed(1).padStart(7));
  return (
    `${name.padEnd(7)} p50 ${p50} ms   p95 ${p95} ms   success@3 ${((100 * successes) / queries.length).toFixed(0)} %   ` +
    `${(bytes / BYTES_PER_MEBIBYTE).toFixed(1)} MiB   index ${indexSeconds.toFixed(1)} s`
  );
}

/**
 * Compares the search engines on the configured database with the judged queries: time of a search without
 * HTTP and cards, success among the first three results, memory of the process after all queries, and the
 * time to fill the index.
 */
export async function runSearchEngines(): Promise<number> {
  const config = readConfig();
  const { database, description, close } = await openDatabase({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    migrationsFolder: findMigrationsFolder(),
  });
  const queries = await readQueries(database);
  const rows = await database
    .select({ id: productVariant.productVariantId, key: product.key })
    .from(productVariant)
    .innerJoin(product, eq(product.productId, productVariant.productId));
  const keys = new Map(rows.map(({ id, key }) => [id, key]));
  console.log(`${description}: ${keys.size} variants, ${queries.length} queries, ${ROUND_COUNT} rounds\n`);
  const bytesBefore = measure();
  // The engine in memory is last, so that its memory is not part of the figure of the other.
  for (const name of searchEngineNames.toReversed()) {
    console.log(await measureEngine(name, database, queries, keys, bytesBefore));
  }
  await close();
  return 0;
}
