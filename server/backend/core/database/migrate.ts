import { readMigrationFiles } from 'drizzle-orm/migrator';
import { ExpectedError } from '../expected-error.ts';
import { DatabaseError, toDatabaseError } from './database-error.ts';

/** Runs one or more plain SQL statements on an exclusive connection. */
type RunSql = (text: string) => Promise<readonly unknown[]>;

/** Thrown if the file of a migration was edited after the migration was applied to this database. */
export class MigrationEditedError extends ExpectedError {
  override readonly name = 'MigrationEditedError';

  constructor(number: string) {
    super(
      `The migration ${number} was edited after it was applied to this database. Restore the file and put the change into a new migration: databases that have applied the old file do not run it again.`,
    );
  }
}

/** Thrown if the database was created by a release whose migrations were replaced by the initial one. */
export class UnknownSchemaError extends ExpectedError {
  override readonly name = 'UnknownSchemaError';

  constructor() {
    super(
      'This database was created by an earlier release, whose migrations this release does not contain. Export the shop with that release (npm run export), then import it into an empty database. If DATA_DIR contains the sample shop only, delete that folder.',
    );
  }
}

/** Maximum wait of a migration for a table lock. Other statements on the table wait behind it. */
const LOCK_TIMEOUT_MS = 2000;
const LOCK_ATTEMPTS = 30;
const LOCK_PAUSE_MS = 1000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Retries after a pause if a long transaction holds a lock on a table. */
async function withLockRetries(work: () => Promise<void>): Promise<void> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      await work();
      return;
    } catch (error) {
      const isLocked = error instanceof DatabaseError && error.code === '55P03';
      if (!isLocked || attempts === LOCK_ATTEMPTS) throw error;
      await pause(LOCK_PAUSE_MS);
    }
  }
}

/**
 * Migrates the schema: applies each pending migration in a separate transaction. A migration with
 * `CONCURRENTLY` cannot run in a transaction, so it runs statement by statement and must be repeatable.
 *
 * @param folder with the migrations of drizzle-kit; their rules are in docs/operations.md
 * @throws MigrationEditedError, UnknownSchemaError before anything is changed
 */
export async function migrate(ask: RunSql, folder: string): Promise<void> {
  const run: RunSql = async (text) => {
    try {
      return await ask(text);
    } catch (error) {
      throw toDatabaseError(error, text);
    }
  };
  // Same table as that of Drizzle's migrator, which created it in older databases.
  await run(`create schema if not exists drizzle;
    create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`);
  const rows = await run('select hash, created_at::text as moment from drizzle.__drizzle_migrations');
  const applied = new Map(
    (rows as { hash: string; moment: string }[]).map(({ hash, moment }) => [Number(moment), hash]),
  );
  const migrations = readMigrationFiles({ migrationsFolder: folder }).map((migration, index) => ({
    ...migration,
    number: String(index).padStart(4, '0'),
  }));
  for (const { number, hash, folderMillis } of migrations) {
    const known = applied.get(folderMillis);
    if (known !== undefined && known !== hash) throw new MigrationEditedError(number);
  }
  const [initial] = migrations;
  if (initial && applied.size > 0 && !applied.has(initial.folderMillis)) throw new UnknownSchemaError();
  for (const { hash, folderMillis, sql: statements } of migrations) {
    if (applied.has(folderMillis)) continue;
    const note = `insert into drizzle.__drizzle_migrations (hash, created_at) values ('${hash}', ${folderMillis})`;
    const isConcurrent = statements.some((statement) => /\bconcurrently\b/i.test(statement));
    await withLockRetries(async () => {
      if (isConcurrent) {
        for (const statement of [...statements, note]) await run(statement);
        return;
      }
      await run(`begin; set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
      try {
        for (const statement of [...statements, note]) await run(statement);
        await run('commit');
      } catch (error) {
        // The first error is more informative than one of the rollback.
        await run('rollback').catch(() => {});
        throw error;
      }
    });
  }
}
