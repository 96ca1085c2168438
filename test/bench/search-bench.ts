import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type SQL, sql } from 'drizzle-orm';
import { createBackendApp } from '../../server/backend/app/app.ts';
import { readConfig } from '../../server/backend/app/config.ts';
import { createShopModules } from '../../server/backend/app/shop-modules.ts';
import { openDatabase } from '../../server/backend/core/database/database.ts';
import { defaultLimits } from '../../server/backend/core/database/server-database.ts';
import { createBackendMetrics } from '../../server/backend/core/http/backend-metrics.ts';
import { createLimiter } from '../../server/backend/core/limits/limiter.ts';
import { readMailTexts } from '../../server/backend/core/mail/mail-texts.ts';
import { createKeyRing } from '../../server/backend/core/security/key-ring.ts';
import { createLinkTokens } from '../../server/backend/core/security/link-tokens.ts';
import { createPasswordHasher } from '../../server/backend/core/security/password-hasher.ts';
import { findMigrationsFolder } from '../../server/backend/core/shipped-folders.ts';
import { createReadiness } from '../../server/platform/health.ts';
import { createLog } from '../../server/platform/logging.ts';
import { explain, summarisePlan } from './query-plan.ts';

/** Sequential scans of smaller tables are acceptable. */
const MIN_SCANNED_ROWS = 1000;
/** Tables that grow with the number of products: a page request may read them by an index only. */
const PRODUCT_TABLES: ReadonlySet<string> = new Set([
  'product',
  'product_listing',
  'product_translation',
  'product_variant',
  'product_facet',
  'product_rating',
  'category_product',
  'site_product',
  'price',
  'picture',
  'variant_picture',
  'route',
  'stock',
]);
/** Number of rounds; `BENCH_ROUNDS` sets fewer for a quick run. */
const ROUND_COUNT = Number(process.env.BENCH_ROUNDS ?? 200);
const WARM_UP_ROUNDS = 10;

interface SearchScenario {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** Creates a request that differs in each round, so that no cache has its response. */
  readonly create: (round: number) => { readonly path: string; readonly body?: object };
  /** Statement that is run before each request. */
  readonly change?: (round: number) => SQL;
}

const createPriceChange = (round: number): SQL =>
  sql`update price set amount_excl_vat = amount_excl_vat + 1 where site_id = 1 and product_variant_id = ${100_001 + round}`;
/** Returns a statement that changes most of a site, as an import does. */
const createSiteChange = (): SQL =>
  sql`insert into product_listing_change (site_id, product_id) select site_id, null from site`;

const horseTypes = ['pony', 'sober', 'horse', 'hotblood'];
const searchWords = [
  'muesli',
  'pellets',
  'linseed',
  'chaff',
  'balance',
  'electrolytes',
  'herb',
  'senior',
  'oil',
  'beet',
];
const at = <T>(list: readonly T[], round: number): T => list[round % list.length] as T;

const createSearchBody = (options: {
  term?: string;
  categoryId?: number;
  landingpageId?: number;
  filters?: object[];
  sort?: string;
  page?: number;
}) => ({
  path: '/api/products/search',
  body: {
    filter: {
      searchTerm: options.term ?? null,
      categoryId: options.categoryId ?? null,
      filters: options.filters ?? [],
    },
    pageInfo: { page: options.page ?? 1, pageSize: 24, descending: false, sort: options.sort ?? 'relevance' },
    landingpageId: options.landingpageId ?? null,
    adviceCategoryId: null,
  },
});

const createFacetFilters = (round: number) => [
  {
    discriminator: 'multiSelect',
    facetKey: 'horse-type',
    selectedKeys: [at(horseTypes, round), at(horseTypes, round + 1)],
  },
  { discriminator: 'multiSelect', facetKey: 'labour', selectedKeys: ['light', 'average'] },
  { discriminator: 'slider', facetKey: 'starch-sugar-max', selectedValue: 10 + (round % 20) },
];

const searchScenarios: readonly SearchScenario[] = [
  {
    name: 'search: term and three facets',
    method: 'POST',
    create: (round) => createSearchBody({ term: at(searchWords, round), filters: createFacetFilters(round) }),
  },
  {
    name: 'search: term',
    method: 'POST',
    create: (round) => createSearchBody({ term: at(searchWords, round) }),
  },
  {
    name: 'search: mistyped term',
    method: 'POST',
    create: (round) =>
      createSearchBody({ term: at(['museli', 'elektrolites', 'linnseed', 'balancce'], round) }),
  },
  {
    name: 'category page: all feed',
    method: 'POST',
    create: (round) => createSearchBody({ categoryId: 1, sort: 'popularity', page: 1 + (round % 5) }),
  },
  {
    name: 'category page: muesli, two facets, by price',
    method: 'POST',
    create: (round) =>
      createSearchBody({ categoryId: 11, sort: 'price', filters: createFacetFilters(round).slice(0, 2) }),
  },
  {
    name: 'landing page: ponies, by name',
    method: 'POST',
    create: (round) => createSearchBody({ landingpageId: 301, sort: 'name', page: 1 + (round % 5) }),
  },
  {
    name: 'suggestions',
    method: 'GET',
    create: (round) => {
      const word = at(searchWords, round);
      return { path: `/api/products/suggestions?term=${word.slice(0, 3 + (round % (word.length - 2)))}` };
    },
  },
  {
    name: 'first list after a price change',
    method: 'POST',
    create: (round) => createSearchBody({ categoryId: 1, sort: 'price', page: 1 + (round % 5) }),
    change: createPriceChange,
  },
  {
    name: 'first list after a change of most products of the site',
    method: 'POST',
    create: (round) => createSearchBody({ categoryId: 1, sort: 'name', page: 1 + (round % 5) }),
    change: createSiteChange,
  },
  {
    name: 'product page',
    method: 'GET',
    create: (round) => ({ path: `/api/products/${100_001 + ((round * 97) % 15_000)}` }),
  },
];

const getQuantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;

/**
 * Measures searches, suggestions and lists on the configured database, one HTTP request at a time, and checks
 * the plan of every statement that they run.
 *
 * @returns the exit code: 1 if a statement scans a product table sequentially
 */
export async function runSearchBench(): Promise<number> {
  const config = readConfig();
  const statements = new Map<string, readonly unknown[]>();
  const { database, description, close } = await openDatabase({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    migrationsFolder: findMigrationsFolder(),
    onQuery: (query, values) => statements.set(query, values),
  });
  const picturesDir = await mkdtemp(path.join(tmpdir(), `search-bench-${randomUUID()}`));
  const shared = {
    database,
    log: createLog({ name: 'backend', level: 'silent' }),
    errors: { reportError: () => {}, flush: () => Promise.resolve() },
    clock: Date.now,
  };
  const shop = createShopModules({
    ...shared,
    picturesDir,
    // No part of this benchmark writes a mail.
    mailWriter: {
      putMail: () => Promise.reject(new Error('The benchmark sends no mails')),
      getTranslate: () => String,
      getOrigin: () => '',
    },
    texts: readMailTexts(path.join(import.meta.dirname, '../../locales')),
    limiter: createLimiter({ ...shared, key: Buffer.alloc(32) }),
    publicAddress: { webPort: 3000 },
    siteDomains: new Map(),
    giftCardKeys: createKeyRing({ current: 'k'.repeat(32), former: [] }, 'gift cards'),
    linkTokens: createLinkTokens(createKeyRing({ current: 'k'.repeat(32), former: [] }, 'links')),
    passwordHasher: createPasswordHasher(createKeyRing({ current: 'k'.repeat(32), former: [] }, 'passwords')),
    signingKeys: {
      forms: Buffer.alloc(32),
      botChecks: Buffer.alloc(32),
      knownBrowsers: Buffer.alloc(32),
      previews: Buffer.alloc(32),
    },
  });
  const app = createBackendApp({
    ...shared,
    shop,
    metrics: createBackendMetrics(),
    readiness: createReadiness(),
    showMails: async () => false,
    checkAnswers: false,
    poolSize: defaultLimits.poolSize,
  });
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const headers = { siteid: '1', languageid: '4', 'content-type': 'application/json' };
  const ask = async ({ method, create, change }: SearchScenario, round: number): Promise<number> => {
    const { path: address, body } = create(round);
    if (change) await database.execute(change(round));
    const start = performance.now();
    const answer = await fetch(`${origin}${address}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    await answer.text();
    if (answer.status !== 200) throw new Error(`${method} ${address} answered ${answer.status}`);
    return performance.now() - start;
  };

  const { rows } = (await database.execute(
    sql`select count(*)::int as products, count(distinct site_id)::int as sites from product_listing`,
  )) as unknown as { rows: { products: number; sites: number }[] };
  console.log(
    `${description}: ${rows[0]?.products} rows of lists on ${rows[0]?.sites} sites; milliseconds per request\n`,
  );

  const grown = (await database.execute(
    sql`select relname::text as name from pg_class where relkind = 'r' and reltuples >= ${MIN_SCANNED_ROWS}`,
  )) as unknown as { rows: { name: string }[] };
  const tables = new Set(grown.rows.map(({ name }) => name).filter((name) => PRODUCT_TABLES.has(name)));
  const scans: string[] = [];
  for (const scenario of searchScenarios) {
    for (let round = 0; round < WARM_UP_ROUNDS; round += 1) await ask(scenario, round);
    const times: number[] = [];
    for (let round = 0; round < ROUND_COUNT; round += 1) {
      times.push(await ask(scenario, round));
    }
    times.sort((a, b) => a - b);
    const figures = [0.5, 0.99].map((share) => getQuantile(times, share).toFixed(1).padStart(7));
    console.log(`${scenario.name.padEnd(46)} p50 ${figures[0]}   p99 ${figures[1]}`);

    statements.clear();
    await ask(scenario, ROUND_COUNT);
    for (const [query, values] of [...statements]) {
      const plan = await explain(database, query, values);
      const summary = summarisePlan(plan, tables);
      if (summary.reads.length > 0) console.log(`    ${summary.reads.join(' · ')}`);
      for (const table of summary.scanned) scans.push(`${scenario.name}: ${table}`);
    }
  }

  server.closeAllConnections();
  server.close();
  await close();
  await rm(picturesDir, { recursive: true, force: true });
  if (scans.length === 0) console.log('\nNo table of products is scanned by a sequential scan.');
  else console.log(`\nScanned by a sequential scan:\n  ${scans.join('\n  ')}`);
  return scans.length === 0 ? 0 : 1;
}
