import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { drizzle as drizzlePool } from 'drizzle-orm/node-postgres';
import { migrate as migratePool } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import { Pool } from 'pg';
import { lockDataDirectory } from './data-directory-lock.ts';
import * as schema from './schema.ts';

/** Keys of advisory locks. */
const MIGRATION_LOCK = 4_273_000;
const ALONE_LOCK = 4_273_002;
const NAMED_LOCKS = 4_273_003;

/**
 * Compiling a statement takes longer than any of ours runs, and the server would do it anew for each. A page that is not the next one
 * costs hardly more than one that is, in memory as on an SSD: with the default of four times as much, a frequent word is looked for by
 * reading all texts. Requests come many at a time: helpers of one would be missing for the others.
 */
const PLANNING = '-c jit=off -c random_page_cost=1.1 -c max_parallel_workers_per_gather=0';

/**
 * The one handle over PGlite and PostgreSQL. Inside a transaction use only the handle that its callback is given: PGlite
 * has one connection, and the outer handle would wait for ever.
 */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;

export interface OpenDatabase {
  readonly database: Database;
  /** 'PGlite in <folder>', 'PGlite in memory' or 'PostgreSQL at <host>'; never with a password. */
  readonly description: string;
  /** The embedded database as one file, to start an in-memory one from; null on PostgreSQL, which has its own tools. */
  readonly dump: (() => Promise<Blob>) | null;
  /**
   * Does what only one of several processes may do at a time, on the outer handle; the others wait for it. The embedded database
   * has one process only.
   */
  runAlone<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Does the work unless another process is at work under the same name; waits for nobody.
   * @returns whether it was done
   */
  tryAlone(name: string, work: () => Promise<void>): Promise<boolean>;
  /** Ends running work, closes the connections and gives the data directory free. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Folder of the embedded database, made where it is missing. Without it, and without `databaseUrl`, all is in memory. */
  readonly dataDir?: string | undefined;
  /** A PostgreSQL server (15 or newer); wins over `dataDir`. */
  readonly databaseUrl?: string | undefined;
  /** Folder of the drizzle migrations; a bundled server has them elsewhere than the source. */
  readonly migrationsFolder: string;
  /** Told every statement with its values: for measuring. */
  readonly onQuery?: ((query: string, values: readonly unknown[]) => void) | undefined;
  /** A dump to start the in-memory database from (see `PGlite.dumpDataDir`). */
  readonly memoryDump?: Blob | undefined;
}

/**
 * Opens the database and brings its schema up to date.
 * @throws DataDirectoryInUseError where another process has the embedded database open.
 */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  return options.databaseUrl ? openServer(options.databaseUrl, options) : openEmbedded(options);
}

const createLogger = ({ onQuery }: DatabaseOptions) =>
  onQuery ? { logger: { logQuery: (query: string, values: unknown[]) => onQuery(query, values) } } : {};

async function openServer(databaseUrl: string, options: DatabaseOptions): Promise<OpenDatabase> {
  const pool = new Pool({ connectionString: databaseUrl, options: PLANNING });
  // An idle connection that the server drops raises 'error' on the pool; the next query takes a fresh one.
  pool.on('error', () => {});
  const database = drizzlePool(pool, { schema, ...createLogger(options) });
  try {
    // Several backends may start at once on one server: the first migrates, and the others find it done.
    await runLocked(pool, MIGRATION_LOCK, () =>
      migratePool(database, { migrationsFolder: options.migrationsFolder }),
    );
  } catch (error) {
    await pool.end();
    throw error;
  }
  return {
    database: database as unknown as Database,
    description: `PostgreSQL at ${new URL(databaseUrl).host}`,
    dump: null,
    runAlone: (work) => runLocked(pool, ALONE_LOCK, work),
    tryAlone: (name, work) => tryLocked(pool, name, work),
    close: () => pool.end(),
  };
}

/** The lock is the connection's, and gone with it: a process that dies leaves none behind. */
async function runLocked<T>(pool: Pool, key: number, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [key]);
    return await work();
  } finally {
    await client.query('select pg_advisory_unlock($1)', [key]).catch(() => {});
    client.release();
  }
}

/** As `runLocked`, but for whoever comes first; the lock's key is made from its name, in a space of its own. */
async function tryLocked(pool: Pool, name: string, work: () => Promise<void>): Promise<boolean> {
  const client = await pool.connect();
  const key = [NAMED_LOCKS, name] as const;
  try {
    const { rows } = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock($1, hashtext($2)) as taken',
      [...key],
    );
    if (rows[0]?.taken !== true) return false;
    try {
      await work();
    } finally {
      await client.query('select pg_advisory_unlock($1, hashtext($2))', [...key]).catch(() => {});
    }
    return true;
  } finally {
    client.release();
  }
}

async function openEmbedded(options: DatabaseOptions): Promise<OpenDatabase> {
  const { dataDir } = options;
  if (dataDir !== undefined) await mkdir(dataDir, { recursive: true });
  const lock = dataDir === undefined ? undefined : await lockDataDirectory(dataDir);
  try {
    const client = await PGlite.create({
      dataDir: dataDir === undefined ? 'memory://' : path.join(dataDir, 'database'),
      extensions: { btree_gin, pg_trgm, unaccent },
      ...(options.memoryDump && { loadDataDir: options.memoryDump }),
    });
    const database = drizzlePglite(client, { schema, ...createLogger(options) });
    await migratePglite(database, { migrationsFolder: options.migrationsFolder });
    // It plans every query anew, and in WebAssembly that takes several times as long as running it. The joins of the
    // repositories stand in a good order, so none other is looked for; a server (with its statistics) plans freely.
    await client.exec('set join_collapse_limit = 1');
    return {
      database: database as unknown as Database,
      description: dataDir === undefined ? 'PGlite in memory' : `PGlite in ${dataDir}`,
      runAlone: (work) => work(),
      tryAlone: async (_name, work) => {
        await work();
        return true;
      },
      dump: () => client.dumpDataDir('none'),
      async close() {
        if (!client.closed) await client.close();
        await lock?.release();
      },
    };
  } catch (error) {
    await lock?.release();
    throw error;
  }
}
