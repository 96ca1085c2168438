import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { MigrationEditedError, migrate, UnknownSchemaError } from './migrate.ts';

let folder: string;
let client: PGlite;

/** Writes migrations into the folder, as drizzle-kit does: fourteen, ending with the given ones. */
async function writeMigrations(...last: readonly string[]): Promise<void> {
  const texts = [...Array<string>(14 - last.length).fill('select 1'), ...last];
  const entries = texts.map((_, idx) => ({
    idx,
    when: 1000 + idx,
    tag: `${String(idx).padStart(4, '0')}_test`,
  }));
  await writeFile(path.join(folder, 'meta/_journal.json'), JSON.stringify({ entries }));
  for (const [index, { tag }] of entries.entries()) {
    await writeFile(path.join(folder, `${tag}.sql`), texts[index] ?? '');
  }
}

const runMigrations = () => migrate(async (text) => (await client.exec(text)).at(-1)?.rows ?? [], folder);
const queryNumber = async (query: string) => (await client.query<{ n: number }>(query)).rows[0]?.n;
const countApplied = () => queryNumber('select count(*)::int as n from drizzle.__drizzle_migrations');

beforeAll(async () => {
  client = await PGlite.create('memory://');
});
afterAll(() => client.close());
beforeEach(async () => {
  await client.exec('drop schema if exists drizzle cascade; drop table if exists goods');
  folder = await mkdtemp(path.join(tmpdir(), 'havero-migrations-'));
  await mkdir(path.join(folder, 'meta'));
});
afterEach(() => rm(folder, { recursive: true }));

it('applies each migration once', async () => {
  await writeMigrations(
    'create table goods (n int)',
    'insert into goods values (1);--> statement-breakpoint\ninsert into goods values (2)',
  );
  await runMigrations();
  await runMigrations();
  expect(await queryNumber('select sum(n)::int as n from goods')).toBe(3);
  expect(await countApplied()).toBe(14);
});

it('applies a migration that was merged after a later one', async () => {
  await writeMigrations('create table goods (n int)', 'select 1', 'insert into goods values (1)');
  await runMigrations();
  await client.exec('delete from drizzle.__drizzle_migrations where created_at = 1012');
  await runMigrations();
  expect(await countApplied()).toBe(14);
});

it('rolls back a failing migration, and retains those before it', async () => {
  await writeMigrations(
    'create table goods (n int)',
    'insert into goods values (1);--> statement-breakpoint\nselect 1 / 0',
  );
  await expect(runMigrations()).rejects.toMatchObject({ name: 'DatabaseError', code: '22012' });
  expect(await queryNumber('select count(*)::int as n from goods')).toBe(0);
  expect(await countApplied()).toBe(13);
});

it('builds an index concurrently, outside of a transaction', async () => {
  await writeMigrations(
    'create table goods (n int)',
    'create index concurrently if not exists goods_n on goods (n)',
  );
  await runMigrations();
  expect(await queryNumber(`select count(*)::int as n from pg_indexes where indexname = 'goods_n'`)).toBe(1);
});

it('rejects a migration that was edited after it was applied, and changes nothing', async () => {
  await writeMigrations('create table goods (n int)');
  await runMigrations();
  await writeMigrations('create table goods (n int, other int)');
  await expect(runMigrations()).rejects.toThrow(MigrationEditedError);
  await expect(runMigrations()).rejects.toThrow(
    /^The migration 0013 was edited after it was applied to this database/,
  );
  expect(await countApplied()).toBe(14);
});

it('refuses a database of a release whose migrations it does not contain, and changes nothing', async () => {
  await writeMigrations('create table goods (n int)');
  await runMigrations();
  await client.exec('update drizzle.__drizzle_migrations set created_at = created_at - 1000');
  await expect(runMigrations()).rejects.toThrow(UnknownSchemaError);
  expect(await countApplied()).toBe(14);
});
