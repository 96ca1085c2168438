import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { count, sql } from 'drizzle-orm';
import { Client } from 'pg';
import { openDatabase } from '../../server/backend/core/database/database.ts';
import { importShop } from '../../server/backend/import-export/import-shop.ts';
import { shopImport } from '../../server/backend/schema/schema.ts';
import { fetchRows } from '../../server/backend/shop-store/write-rows.ts';
import { openDatabaseProxy } from '../fixtures/database-proxy.ts';
import { getDatabaseServerUrl } from '../fixtures/database-server.ts';
import { dumpTables, hashTables } from '../fixtures/dump-tables.ts';
import { runImportProcess } from '../fixtures/run-import-process.ts';
import { MIGRATIONS_FOLDER, PACKSHOTS_FOLDER } from '../fixtures/sample-database.ts';
import { createSeededRandom } from '../fixtures/seeded-random.ts';
import {
  createSmallShopFolder,
  type Json,
  openSmallShopDatabase,
  type ShopFilesFolder,
} from '../fixtures/shop-folder.ts';
import { isLongTestRun } from '../fixtures/test-case-sampling.ts';

const LATER = new Date('2026-12-01T10:00:00Z');
const importOptions = { now: LATER, packshotsFolder: PACKSHOTS_FOLDER };

/** Minimum number of statements of every import. */
const MIN_STATEMENT_COUNT = 230;

const serverUrl = getDatabaseServerUrl();
const describeOnDatabaseServer = serverUrl === undefined ? describe.skip : describe;
const describeOnEmbeddedDatabase = serverUrl === undefined ? describe : describe.skip;

/** Files that change every part of the initial shop. */
let after: ShopFilesFolder;

beforeAll(async () => {
  after = await createSmallShopFolder();
  await after.edit('sites.json', (json) => {
    json.sites[0].name = 'Another name';
  });
  await after.edit('catalogue.json', (json) => {
    for (const { variants } of json.products) variants[0].priceExclVat += 1;
    json.products.find(({ key }: Json) => key === 'prado-balance').applications = ['maintenance'];
  });
  await after.edit('texts/en.json', (json) => {
    for (const text of Object.values<Json>(json.products)) text.urlSlug = `new-${text.urlSlug}`;
    json.pages.contact.title = 'Talk to us';
    json.navigation.main.feed = 'All feed';
  });
});
afterAll(async () => {
  await after.remove();
});

/** Generates numbers from 1 to `highest`, determined by a seed. */
function* generateSeededNumbers(seed: number, highest: number): Generator<number, never> {
  const random = createSeededRandom(seed);
  for (;;) yield 1 + random.below(highest);
}

/**
 * Lets import processes die one by one, and then imports completely.
 * @param earlier hash of the initial shop
 */
async function killThenImport(
  place: { databaseUrl?: string; dataDir?: string },
  earlier: string,
  times: number,
) {
  const later = { ...place, folder: after.path, now: LATER.toISOString() };
  const numbers = generateSeededNumbers(20_261_122, MIN_STATEMENT_COUNT);
  for (let time = 0; time < times; time += 1) {
    const killAtStatement = numbers.next().value;
    const died = await runImportProcess({ ...later, killAtStatement });
    expect([killAtStatement, died.signal, died.before]).toEqual([killAtStatement, 'SIGKILL', earlier]);
  }
  const last = await runImportProcess(later);
  expect(last.before).toBe(earlier);
  expect(last.after).not.toBe(earlier);
  expect(last.changedConcurrently).toEqual([]);
}

describeOnEmbeddedDatabase('an import into the embedded database', () => {
  let dataDir: string;
  let earlier: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'shop-import-'));
    const small = await openSmallShopDatabase();
    const memoryDump = await small.dump?.();
    earlier = await hashTables(small.database);
    await small.close();
    const stored = await openDatabase({ dataDir, migrationsFolder: MIGRATIONS_FOLDER, memoryDump });
    await stored.close();
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  it('leaves the shop unchanged if its process dies, and the next import succeeds', async () => {
    await killThenImport({ dataDir }, earlier, isLongTestRun ? 5 : 1);
  });

  it('is refused while another process uses the database, and names that process', async () => {
    const open = await openDatabase({ dataDir, migrationsFolder: MIGRATIONS_FOLDER });
    const second = runImportProcess({ dataDir, folder: after.path, now: LATER.toISOString() });
    await expect(second).rejects.toThrow(`is in use by another process (pid ${process.pid})`);
    await open.close();
  });
});

describeOnDatabaseServer('an import into a server', () => {
  it('leaves the shop unchanged if its process dies, and the next import succeeds', async () => {
    let databaseUrl = '';
    const open = await openSmallShopDatabase({
      reach: (url) => {
        databaseUrl = url.href;
        return url;
      },
    });
    await killThenImport({ databaseUrl }, await hashTables(open.database), isLongTestRun ? 5 : 1);
    await open.close();
  });

  it('leaves the shop unchanged if its connection breaks, and the next import succeeds', async () => {
    let cutAtStatement = 0;
    let statements = 0;
    const line = await openDatabaseProxy(new URL(serverUrl!));
    const open = await openSmallShopDatabase({
      reach: line.reach,
      onQuery: () => {
        statements += 1;
        if (statements === cutAtStatement) line.cut();
      },
    });
    const { database } = open;
    const earlier = await dumpTables(database);
    const numbers = generateSeededNumbers(42, MIN_STATEMENT_COUNT);
    for (let time = 0; time < (isLongTestRun ? 4 : 2); time += 1) {
      statements = 0;
      cutAtStatement = numbers.next().value;
      await expect(importShop(database, after.path, importOptions)).rejects.toMatchObject({
        isConnectionLost: true,
      });
      expect(await dumpTables(database)).toEqual(earlier);
    }
    cutAtStatement = 0;
    expect(await importShop(database, after.path, importOptions)).not.toBeNull();
    await open.close();
    await line.close();
  });
});

describe('two concurrent imports of the same files', () => {
  it('write the data once: the second import finds no changes', async () => {
    let databaseUrl: string | undefined;
    const open = await openSmallShopDatabase({
      reach: (url) => {
        databaseUrl = url.href;
        return url;
      },
    });
    const { database } = open;
    const start = () => importShop(database, after.path, importOptions);
    let imports: ReturnType<typeof start>[];
    if (databaseUrl === undefined) imports = [start(), start()];
    else {
      // Both wait for the lock after they have read the previous import.
      const holder = new Client({ connectionString: databaseUrl });
      await holder.connect();
      await holder.query('select pg_advisory_lock(4273001)');
      imports = [start(), start()];
      const countWaiting = `select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`;
      for (;;) {
        const { rows } = await holder.query(countWaiting);
        if (rows[0].n === 2) break;
      }
      await holder.end();
    }
    const done = await Promise.all(imports);
    expect(done.filter((summary) => summary === null)).toHaveLength(1);
    const [found] = await database.select({ n: count() }).from(shopImport);
    expect(found!.n).toBe(2);
    const sites = await fetchRows<{ name: string }>(database, sql`select name from site where site_id = 1`);
    expect(sites).toEqual([{ name: 'Another name' }]);
    await open.close();
  });
});
