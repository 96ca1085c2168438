import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { PGlite, type QueryOptions, type Transaction } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { getGarbageCollector } from '../../../platform/garbage-collector.ts';
import { DataDirectoryDamagedError } from './data-directory-error.ts';
import { lockDataDirectory } from './data-directory-lock.ts';
import { DatabaseError, toCommitError, toDatabaseError } from './database-error.ts';
import {
  createDatabaseHandle,
  type DatabaseHandleOptions,
  type JobToWake,
  type LogStatement,
} from './database-handle.ts';
import { migrate } from './migrate.ts';
import { findMissingReferences } from './missing-references.ts';
import { type DatabaseLimits, defaultLimits, openDatabaseServer } from './server-database.ts';
import { type TransactionRules, transactions } from './transaction-rules.ts';

export type { Database } from './database-handle.ts';

import type { OpenDatabase } from './open-database.ts';

export interface DatabaseOptions {
  /**
   * Folder of the embedded database, created if missing. Without it and `databaseUrl`, the database is in
   * memory.
   */
  readonly dataDir?: string | undefined;
  /** URL of a PostgreSQL server (15 or newer). Overrides `dataDir`. */
  readonly databaseUrl?: string | undefined;
  /** Folder of the Drizzle migrations. A bundled server has them in another place than the source. */
  readonly migrationsFolder: string;
  /** Receives every statement with its values, for measurements. */
  readonly onQuery?: LogStatement | undefined;
  /** Limits on a server. The embedded database has one connection, on which nothing waits for a lock. */
  readonly limits?: DatabaseLimits | undefined;
  /** Receives errors of `afterCommit` callbacks. */
  readonly onCallbackFailed?: ((error: unknown) => void) | undefined;
  /** Called after a commit with the job that has work. */
  readonly onWake?: ((job: JobToWake) => void) | undefined;
  /** Dump from which the in-memory database starts (see `PGlite.dumpDataDir`). */
  readonly memoryDump?: Blob | undefined;
}

/**
 * Opens the database and migrates its schema.
 *
 * @throws DataDirectoryError if another process has the embedded database open, or its files are damaged
 */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const { databaseUrl, migrationsFolder, limits = defaultLimits, onQuery } = options;
  const onCallbackFailed = options.onCallbackFailed ?? doNothing;
  const onWake = options.onWake ?? doNothing;
  return databaseUrl
    ? openDatabaseServer({ databaseUrl, migrationsFolder, limits, onQuery, onCallbackFailed, onWake })
    : openEmbeddedDatabase({ ...options, onCallbackFailed, onWake });
}

const doNothing = (): void => {};

async function openEmbeddedDatabase(
  options: DatabaseOptions & Pick<DatabaseHandleOptions, 'onCallbackFailed' | 'onWake'>,
): Promise<OpenDatabase> {
  const { dataDir, onQuery, onCallbackFailed, onWake } = options;
  if (dataDir !== undefined) await mkdir(dataDir, { recursive: true });
  const lock = dataDir === undefined ? undefined : await lockDataDirectory(dataDir);
  try {
    const client = await createClient(dataDir, options.memoryDump);
    const config = onQuery
      ? { logger: { logQuery: (query: string, values: unknown[]) => onQuery(query, values) } }
      : {};
    const parsers: ParserState = { client, areSet: false };
    const raw = drizzlePglite(toDrizzleClient(client, parsers), config);
    const ask = async (text: string) => (await client.exec(text)).at(-1)?.rows ?? [];
    try {
      await migrate(ask, options.migrationsFolder);
      if (dataDir !== undefined) await assertNoMissingReferences(dataDir, ask);
    } catch (error) {
      if (!client.closed) await client.close().catch(doNothing);
      throw dataDir !== undefined && error instanceof DatabaseError && isDamageError(error)
        ? new DataDirectoryDamagedError(dataDir, error)
        : error;
    }
    // PGlite plans every query again, and in WebAssembly planning takes several times as long as execution.
    // The joins in the code are in a good order, so no other order is tried. A server, which has statistics,
    // plans freely.
    await client.exec('set join_collapse_limit = 1');
    return {
      database: createDatabaseHandle(raw, {
        onCallbackFailed,
        onWake,
        attempt: (name, createInner, work) =>
          runEmbeddedTransaction(client, transactions[name], (inner) =>
            work(createInner(drizzlePglite(toDrizzleClient(inner, parsers), config))),
          ),
      }),
      description: dataDir === undefined ? 'PGlite in memory' : `PGlite in ${dataDir}`,
      runExclusively: (work) => work(),
      tryRunExclusively: async (_name, work) => {
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

/** @throws DataDirectoryDamagedError, or DatabaseError if a table cannot be read */
async function assertNoMissingReferences(dataDir: string, ask: Parameters<typeof findMissingReferences>[0]) {
  const lost = await findMissingReferences(ask).catch((error: unknown) => {
    throw toDatabaseError(error);
  });
  if (lost.length === 0) return;
  const cause = new Error(`rows of ${lost.join(', ')} refer to missing rows`);
  throw new DataDirectoryDamagedError(dataDir, cause);
}

interface ParserState {
  readonly client: PGlite;
  areSet: boolean;
}

/**
 * Sets the parsers once, with the first query. Drizzle passes the same few parsers with every query, and
 * PGlite merges them with those of every type, which takes a tenth of the time of a query.
 */
class DrizzleClient {
  readonly #queries: Pick<PGlite, 'query'>;
  readonly #parsers: ParserState;

  constructor(queries: Pick<PGlite, 'query'>, parsers: ParserState) {
    this.#queries = queries;
    this.#parsers = parsers;
  }

  query(text: string, values: unknown[], { parsers, rowMode }: QueryOptions = {}) {
    if (!this.#parsers.areSet) {
      Object.assign(this.#parsers.client.parsers, parsers);
      this.#parsers.areSet = true;
    }
    return this.#queries.query(text, values, rowMode ? { rowMode } : {});
  }
}

const toDrizzleClient = (queries: Pick<PGlite, 'query'>, parsers: ParserState): PGlite =>
  new DrizzleClient(queries, parsers) as unknown as PGlite;

/** Returns true for PostgreSQL's errors about broken pages (class XX), or if the database process ended. */
const isDamageError = (error: DatabaseError): boolean =>
  error.code.startsWith('XX') || error.isConnectionLost;

/**
 * PGlite writes to all of its shared buffers when it starts, so their size is memory in use. Pages that are not
 * in them come from the cache of the operating system. The default is 128 MB (docs/performance.md).
 */
const SHARED_BUFFERS = '16MB';

const getDatabaseFolder = (dataDir: string): string => path.join(dataDir, 'database');

const listDatabaseFiles = (dataDir: string): Promise<string[]> =>
  readdir(getDatabaseFolder(dataDir)).catch((): string[] => []);

/** Returns whether a data directory contains a database, damaged or not. */
export const hasDatabase = async (dataDir: string): Promise<boolean> =>
  (await listDatabaseFiles(dataDir)).length > 0;

async function createClient(dataDir: string | undefined, memoryDump: Blob | undefined): Promise<PGlite> {
  // Node sometimes crashes when V8 frees single WebAssembly functions that it has compiled better since
  // ("Check failed: jit_page_->allocations_.erase(addr) == 1", nodejs/node#64500). Retaining them costs a few
  // MB per database.
  setFlagsFromString('--no-wasm-code-gc');
  const options = {
    extensions: { btree_gin, pg_trgm, unaccent },
    ...(memoryDump && { loadDataDir: memoryDump }),
  };
  if (dataDir === undefined) {
    return PGlite.create({
      ...options,
      dataDir: 'memory://',
      // Smaller than the defaults of 16 MB and 128 MB to save memory: a WAL segment is filled with zeros and
      // is part of each dump, and a buffer holds a second copy of data in memory.
      initDbStartParams: ['--wal-segsize=1'],
      startParams: [
        ...PGlite.defaultStartParams,
        ...['shared_buffers=4MB', 'min_wal_size=2MB', 'wal_recycle=off'].flatMap((setting) => [
          '-c',
          setting,
        ]),
      ],
    });
  }
  const files = await listDatabaseFiles(dataDir);
  // PGlite would create a new database over the files of one without this file.
  if (files.length > 0 && !files.includes('PG_VERSION')) throw new DataDirectoryDamagedError(dataDir);
  try {
    const client = await PGlite.create({
      ...options,
      dataDir: getDatabaseFolder(dataDir),
      startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`],
    });
    if (files.length === 0) await freeInitialDatabase();
    return client;
  } catch (error) {
    throw new DataDirectoryDamagedError(dataDir, error);
  }
}

/**
 * Frees the memory of the database in memory from which PGlite creates the files of a new one: more than
 * 300 MB, of which the garbage collector sees a few objects only. If it were freed later, what is allocated
 * meanwhile would keep the heap of the process from shrinking.
 */
async function freeInitialDatabase(): Promise<void> {
  // Weak references keep their targets until the current task ends.
  await setImmediate();
  getGarbageCollector()();
}

/** Runs one transaction. Reports its own error even if the rollback fails as well. */
async function runEmbeddedTransaction<T>(
  client: PGlite,
  { isolation }: TransactionRules,
  work: (inner: Transaction) => Promise<T>,
): Promise<T> {
  let failed: { readonly error: unknown } | undefined;
  try {
    return await client.transaction(async (inner) => {
      try {
        if (isolation) await inner.exec(`set transaction isolation level ${isolation}`);
        return await work(inner);
      } catch (error) {
        failed = { error };
        throw error;
      }
    });
  } catch (error) {
    throw failed ? failed.error : toCommitError(error);
  }
}
