import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { openDatabase } from '../../server/backend/core/database/database.ts';
import { MIGRATIONS_FOLDER, openEmptyDatabase, openSampleDatabase } from '../fixtures/sample-database.ts';

const PAGE_BYTES = 8192;
const backendBundle = path.resolve(import.meta.dirname, '../../dist/server/backend.mjs');

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'havero-damaged-'));
  const empty = await openEmptyDatabase();
  const memoryDump = await empty.dump?.();
  await empty.close();
  const open = await openDatabase({
    dataDir: path.join(folder, 'good'),
    migrationsFolder: MIGRATIONS_FOLDER,
    memoryDump,
  });
  await open.close();
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Folder of a closed database of the sample shop, and the files of its tables below `database/`. */
let sample: { readonly dataDir: string; readonly files: ReadonlyMap<string, string> } | undefined;

async function createClosedDatabase(tables: readonly string[]) {
  const source = await openSampleDatabase();
  const memoryDump = await source.dump?.();
  await source.close();
  const dataDir = path.join(folder, 'sample');
  const open = await openDatabase({ dataDir, migrationsFolder: MIGRATIONS_FOLDER, memoryDump });
  const files = new Map<string, string>();
  for (const table of tables) {
    const { rows } = (await open.database.execute(
      sql`select pg_relation_filepath(${table}) as file`,
    )) as unknown as { rows: { file: string }[] };
    files.set(table, rows[0]!.file);
  }
  await open.close();
  return { dataDir, files };
}

/** Copies the sample into a folder and fills the first page of a table with one byte value. */
async function overwriteFirstPage(dataDir: string, table: string, byte: string | number): Promise<void> {
  sample ??= await createClosedDatabase(['product', 'content_page']);
  await cp(sample.dataDir, dataDir, { recursive: true });
  const file = path.join(dataDir, 'database', sample.files.get(table) ?? '');
  const bytes = await readFile(file);
  expect(bytes.length).toBeGreaterThanOrEqual(PAGE_BYTES);
  await writeFile(file, bytes.fill(byte, 0, PAGE_BYTES));
}

/** Runs the built backend until it exits. */
const runBackend = (dataDir: string) =>
  new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    execFile(
      process.execPath,
      [backendBundle],
      { env: { PATH: process.env.PATH, DATA_DIR: dataDir, BACKEND_PORT: '0', BACKEND_ADMIN_PORT: '0' } },
      (error, out, err) => resolve({ code: error?.code ?? 0, out, err }),
    );
  });

const listDatabaseFiles = async (database: string) =>
  (await readdir(database, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

it.each<[what: string, damage: (database: string) => Promise<unknown>]>([
  ['an empty control file', (database) => truncate(path.join(database, 'global/pg_control'), 0)],
  ['no write-ahead log', (database) => rm(path.join(database, 'pg_wal'), { recursive: true })],
  ['no version file, as after an interrupted copy', (database) => rm(path.join(database, 'PG_VERSION'))],
  [
    'overwritten bytes in every table',
    async (database) => {
      for (const file of await listDatabaseFiles(path.join(database, 'base'))) {
        await writeFile(file, Buffer.alloc((await stat(file)).size, 'Z'));
      }
    },
  ],
])(
  'the backend exits with one line that says what to do if the embedded database has %s',
  async (_what, damage) => {
    const dataDir = path.join(await mkdtemp(path.join(folder, 'data-')), 'shop');
    await cp(path.join(folder, 'good'), dataDir, { recursive: true });
    const database = path.join(dataDir, 'database');
    await damage(database);
    const before = await listDatabaseFiles(database);
    const { code, out, err } = await runBackend(dataDir);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^The database in the data directory .+ is damaged and cannot be opened[^\n]*\n$/);
    expect(err).toContain(`the data directory ${dataDir} is`);
    expect(err).toContain('Put a back-up in its place, or move the folder away');
    expect(err).toContain('DATA_DIR');
    // The rest of the data can still be saved: no new database was created over it, and no process holds it.
    // WAL may grow.
    const hasJournal = before.some((file) => file.includes('/pg_wal/'));
    const isAllowed = (file: string) =>
      file.endsWith('postmaster.pid') || (hasJournal && file.includes('/pg_wal/'));
    expect(
      (await listDatabaseFiles(database)).filter((file) => !before.includes(file) && !isAllowed(file)),
    ).toEqual([]);
    await expect(readFile(path.join(dataDir, 'database.lock'))).rejects.toThrow(/ENOENT/);
  },
);

it.each(['product', 'content_page'])(
  'the backend exits with one line if a page of the table %s is full of zeros, which the database reads as empty',
  async (table) => {
    const dataDir = path.join(await mkdtemp(path.join(folder, 'zeros-')), 'shop');
    await overwriteFirstPage(dataDir, table, 0);
    const { code, out, err } = await runBackend(dataDir);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(
      /^The database in the data directory .+ is damaged and cannot be opened \(rows of [a-z_, ]+ refer to missing rows\)\. Put a back-up in its place[^\n]*\n$/,
    );
  },
);

it('the backend exits with the same line if a page of a table is unreadable', async () => {
  const dataDir = path.join(await mkdtemp(path.join(folder, 'page-')), 'shop');
  await overwriteFirstPage(dataDir, 'product', 'Z');
  const { code, out, err } = await runBackend(dataDir);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(
    /^The database in the data directory .+ is damaged and cannot be opened \(.+\)\. Put a back-up in its place[^\n]*\n$/,
  );
});
