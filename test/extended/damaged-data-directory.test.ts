import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openDatabase } from '../../server/backend/database/database.ts';
import { MIGRATIONS_FOLDER, openEmptyDatabase } from '../fixtures/sample-database.ts';

const bundle = path.resolve(import.meta.dirname, '../../dist/server/backend.mjs');

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

/** Runs the built backend, which ends by itself. */
const run = (dataDir: string) =>
  new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    execFile(
      process.execPath,
      [bundle],
      { env: { PATH: process.env.PATH, DATA_DIR: dataDir, BACKEND_PORT: '0', BACKEND_ADMIN_PORT: '0' } },
      (error, out, err) => resolve({ code: error?.code ?? 0, out, err }),
    );
  });

const listFiles = async (database: string) =>
  (await readdir(database, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

it.each<[what: string, damage: (database: string) => Promise<unknown>]>([
  ['an empty control file', (database) => truncate(path.join(database, 'global/pg_control'), 0)],
  ['no journal', (database) => rm(path.join(database, 'pg_wal'), { recursive: true })],
  ['no version, as a half copy has', (database) => rm(path.join(database, 'PG_VERSION'))],
  [
    'other bytes in every table',
    async (database) => {
      for (const file of await listFiles(path.join(database, 'base'))) {
        await writeFile(file, Buffer.alloc((await stat(file)).size, 'Z'));
      }
    },
  ],
])('ends with one line that says what to do where the embedded database has %s', async (_what, damage) => {
  const dataDir = path.join(await mkdtemp(path.join(folder, 'data-')), 'shop');
  await cp(path.join(folder, 'good'), dataDir, { recursive: true });
  const database = path.join(dataDir, 'database');
  await damage(database);
  const before = await listFiles(database);
  const { code, out, err } = await run(dataDir);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(/^The database in the data directory .+ is damaged and cannot be opened[^\n]*\n$/);
  expect(err).toContain(`the data directory ${dataDir} is`);
  expect(err).toContain('Put a back-up in its place, or move the folder away');
  expect(err).toContain('DATA_DIR');
  // What is left of it can still be saved: no new database was made over it, and nobody holds it.
  expect(
    (await listFiles(database)).filter((file) => !before.includes(file) && !file.endsWith('postmaster.pid')),
  ).toEqual([]);
  await expect(readFile(path.join(dataDir, 'database.lock'))).rejects.toThrow(/ENOENT/);
});
