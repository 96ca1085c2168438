import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import supertest from 'supertest';
import { openBackendFixture } from '../../../test/fixtures/backend-fixture.ts';
import { openEmptyDatabase, PACKSHOTS_FOLDER } from '../../../test/fixtures/sample-database.ts';
import { createSmallShopFolder, type ShopFilesFolder } from '../../../test/fixtures/shop-folder.ts';
import type { PaymentSettings } from '../commerce/payments/payment-settings.ts';
import { openDatabase } from '../core/database/database.ts';
import type { OpenDatabase } from '../core/database/open-database.ts';
import { findMigrationsFolder } from '../core/shipped-folders.ts';
import { importShop, isShopImported } from '../import-export/import-shop.ts';
import { ImportError } from '../shop-store/import-error.ts';
import { fetchRows } from '../shop-store/write-rows.ts';
import { createFirstDatabase, createShopReadinessCheck, importFirstShop } from './first-shop.ts';

const now = new Date('2026-11-05T12:00:00Z');
let opened: OpenDatabase;
let shop: ShopFilesFolder;
beforeEach(async () => {
  opened = await openEmptyDatabase();
  shop = await createSmallShopFolder();
});
afterEach(async () => {
  await opened.close();
  await shop.remove();
});

describe('first start on an empty database', () => {
  it('imports the files of a folder', async () => {
    const said: string[] = [];
    const firstShop = { kind: 'folder', folder: shop.path } as const;
    await importFirstShop(opened.database, { firstShop, now, say: (line) => said.push(line) });
    expect(await isShopImported(opened.database)).toBe(true);
    expect(said[0]).toBe(`Importing ${shop.path} into the new database`);
    said.length = 0;
    await importFirstShop(opened.database, { firstShop, now, say: (line) => said.push(line) });
    expect(said).toEqual([]);
  });

  it('reports every error of the files and imports nothing', async () => {
    await shop.edit('sites.json', (json) => {
      delete json.sites[0].key;
    });
    const firstShop = { kind: 'folder', folder: shop.path } as const;
    await expect(importFirstShop(opened.database, { firstShop, now, say: () => {} })).rejects.toThrow(
      ImportError,
    );
    expect(await isShopImported(opened.database)).toBe(false);
  });

  it('imports nothing without the sample shop, and prints what to do', async () => {
    const said: string[] = [];
    await importFirstShop(opened.database, {
      firstShop: { kind: 'none' },
      now,
      say: (line) => said.push(line),
    });
    expect(await isShopImported(opened.database)).toBe(false);
    expect(said).toEqual([expect.stringContaining('npm run import')]);
  });
});

describe('first start with a data directory', () => {
  it('imports again after a failed import, and not after a completed one', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'first-shop-'));
    const firstShop = { kind: 'folder', folder: shop.path } as const;
    const start = async (onLine: (line: string) => void): Promise<string[]> => {
      const onDisk = await openDatabase({ dataDir, migrationsFolder: findMigrationsFolder() });
      const lines: string[] = [];
      try {
        const say = (line: string) => {
          lines.push(line);
          onLine(line);
        };
        await importFirstShop(onDisk.database, { firstShop, now, say });
        expect(await isShopImported(onDisk.database)).toBe(true);
      } finally {
        await onDisk.close();
      }
      return lines;
    };
    try {
      const fail = (line: string) => {
        if (line.includes('Menus')) throw new Error('interrupted');
      };
      await expect(start(fail)).rejects.toThrow('interrupted');
      expect((await start(() => {})).at(-1)).toContain('8 of 8');
      expect(await start(() => {})).toEqual([]);
    } finally {
      await rm(dataDir, { recursive: true });
    }
  }, 120_000);

  it('opens the embedded database with small buffers, because it writes to all of them', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'buffers-'));
    const onDisk = await openDatabase({ dataDir, migrationsFolder: findMigrationsFolder() });
    try {
      const rows = await fetchRows(onDisk.database, sql`show shared_buffers`);
      expect(rows).toEqual([{ shared_buffers: '16MB' }]);
    } finally {
      await onDisk.close();
      await rm(dataDir, { recursive: true });
    }
  }, 120_000);
});

describe('first import in a separate process', () => {
  const neverStopped = new AbortController().signal;
  const listCommands = async (config: Partial<Parameters<typeof createFirstDatabase>[0]> = {}) => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'first-process-'));
    const commands: unknown[] = [];
    const firstShop = { kind: 'folder', folder: shop.path } as const;
    await createFirstDatabase(
      { dataDir, databaseUrl: undefined, firstShop, ...config },
      async (name, { words }) => {
        commands.push([name, ...words]);
        return 0;
      },
      () => {},
      neverStopped,
    );
    await rm(dataDir, { recursive: true });
    return commands;
  };

  it('imports the first shop if the data directory has no database', async () => {
    expect(await listCommands()).toEqual([['import', shop.path]]);
  });

  it('prints the progress of the import only: errors are those of the import in this process', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'first-output-'));
    const printed: string[] = [];
    await createFirstDatabase(
      { dataDir, databaseUrl: undefined, firstShop: { kind: 'folder', folder: shop.path } },
      async (_name, _request, output) => {
        output.print('  1 of 8  Reading and checking the files');
        output.print('Records: 10 added, 0 changed, 0 withdrawn.');
        output.warn('articles.json: is missing');
        return 1;
      },
      (line) => printed.push(line),
      neverStopped,
    );
    await rm(dataDir, { recursive: true });
    expect(printed).toEqual([
      `Importing ${shop.path} into the new database`,
      '  1 of 8  Reading and checking the files',
    ]);
  });

  it('leaves the import to this process if no other can be started, and throws if this one is stopped', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'first-failure-'));
    const config = {
      dataDir,
      databaseUrl: undefined,
      firstShop: { kind: 'folder', folder: shop.path },
    } as const;
    const fail = () => Promise.reject(new Error('spawn EAGAIN'));
    await createFirstDatabase(config, fail, () => {}, neverStopped);
    const stopped = createFirstDatabase(config, fail, () => {}, AbortSignal.abort());
    await expect(stopped).rejects.toThrow('Stopped during the first import');
    await rm(dataDir, { recursive: true });
  });

  it('imports nothing if the data directory has a database', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'first-database-'));
    await mkdir(path.join(dataDir, 'database'));
    await writeFile(path.join(dataDir, 'database', 'PG_VERSION'), '17');
    expect(await listCommands({ dataDir })).toEqual([]);
    await rm(dataDir, { recursive: true });
  });

  it('imports nothing into PostgreSQL, and nothing without a first shop', async () => {
    expect(await listCommands({ databaseUrl: 'postgres://localhost/shop' })).toEqual([]);
    expect(await listCommands({ firstShop: { kind: 'none' } })).toEqual([]);
  });
});

describe('readiness of a backend', () => {
  it('reports what to do while there is no shop, and succeeds after an import', async () => {
    const backend = await openBackendFixture({ openShop: openEmptyDatabase });
    const ready = () => supertest(backend.app).get('/health/ready');
    const before = await ready();
    expect(before.status).toBe(503);
    expect(before.body).toEqual({
      status: 'unavailable',
      checks: { database: true, shop: false },
      reasons: { shop: expect.stringContaining('The database has no shop: import a folder') },
    });
    expect((await supertest(backend.app).get('/health/live')).status).toBe(200);
    expect((await supertest(backend.app).get('/api/sites')).body).toEqual([]);
    await importShop(backend.database, shop.path, { now, packshotsFolder: PACKSHOTS_FOLDER });
    const after = await ready();
    expect([after.status, after.body]).toEqual([
      200,
      { status: 'ok', checks: { database: true, shop: true } },
    ]);
    expect(backend.errors).toEqual([]);
    await backend.close();
  });

  it('requires a payment provider of the first shop, and never fails again once a shop could open', async () => {
    const backend = await openBackendFixture({ openShop: openEmptyDatabase });
    await importShop(backend.database, shop.path, { now, packshotsFolder: PACKSHOTS_FOLDER });
    const sites = await backend.shop.sites.listSites();
    const without: PaymentSettings = { providers: new Map(), allowTestBank: true };
    const waiting = createShopReadinessCheck({ listSites: async () => sites, payments: without });
    await expect(waiting()).rejects.toThrow('PAYMENT_PROVIDERS names no provider for havero');
    let listed: typeof sites = sites;
    const open = createShopReadinessCheck({
      listSites: async () => listed,
      payments: { providers: undefined, allowTestBank: true },
    });
    await open();
    listed = [];
    await expect(open()).resolves.toBeUndefined();
    await backend.close();
  });
});
