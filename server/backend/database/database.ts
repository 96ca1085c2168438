import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { PGlite, type QueryOptions, type Transaction } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { DataDirectoryDamagedError } from './data-directory-error.ts';
import { lockDataDirectory } from './data-directory-lock.ts';
import { DatabaseError, toCommitError, toDatabaseError } from './database-error.ts';
import {
  createOuterHandle,
  type Database,
  type JobToWake,
  type OuterHandleOptions,
  type StatementLog,
} from './database-handle.ts';
import { findLostReferences } from './lost-references.ts';
import { migrate } from './migrate.ts';
import { type DatabaseLimits, defaultLimits, openServer } from './server-database.ts';
import { type TransactionRules, transactions } from './transactions.ts';

export type { Database } from './database-handle.ts';

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
  readonly onQuery?: StatementLog | undefined;
  /** What a server may be asked to bear; the embedded database has one connection, on which nothing waits for a lock. */
  readonly limits?: DatabaseLimits | undefined;
  /** Told what a callback of `afterCommit` failed with. */
  readonly onCallbackFailed?: ((error: unknown) => void) | undefined;
  /** Told after a commit which job has something to do. */
  readonly onWake?: ((job: JobToWake) => void) | undefined;
  /** A dump to start the in-memory database from (see `PGlite.dumpDataDir`). */
  readonly memoryDump?: Blob | undefined;
}

/**
 * Opens the database and brings its schema up to date.
 * @throws DataDirectoryError where another process has the embedded database open, or where its files are damaged.
 */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const { databaseUrl, migrationsFolder, limits = defaultLimits, onQuery } = options;
  const onCallbackFailed = options.onCallbackFailed ?? ignore;
  const onWake = options.onWake ?? ignore;
  return databaseUrl
    ? openServer({ databaseUrl, migrationsFolder, limits, onQuery, onCallbackFailed, onWake })
    : openEmbedded({ ...options, onCallbackFailed, onWake });
}

const ignore = (): void => {};

async function openEmbedded(
  options: DatabaseOptions & Pick<OuterHandleOptions, 'onCallbackFailed' | 'onWake'>,
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
      if (dataDir !== undefined) await assertNoLostReferences(dataDir, ask);
    } catch (error) {
      if (!client.closed) await client.close().catch(ignore);
      throw dataDir !== undefined && error instanceof DatabaseError && isDamage(error)
        ? new DataDirectoryDamagedError(dataDir, error)
        : error;
    }
    // It plans every query anew, and in WebAssembly that takes several times as long as running it. The joins of the
    // repositories stand in a good order, so none other is looked for; a server (with its statistics) plans freely.
    await client.exec('set join_collapse_limit = 1');
    return {
      database: createOuterHandle(raw, {
        onCallbackFailed,
        onWake,
        attempt: (name, createInner, work) =>
          runEmbedded(client, transactions[name], (inner) =>
            work(createInner(drizzlePglite(toDrizzleClient(inner, parsers), config))),
          ),
      }),
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

/** @throws DataDirectoryDamagedError, or DatabaseError if a table cannot be read */
async function assertNoLostReferences(dataDir: string, ask: Parameters<typeof findLostReferences>[0]) {
  const lost = await findLostReferences(ask).catch((error: unknown) => {
    throw toDatabaseError(error);
  });
  if (lost.length === 0) return;
  const cause = new Error(`rows of ${lost.join(', ')} refer to rows that are lost`);
  throw new DataDirectoryDamagedError(dataDir, cause);
}

interface ParserState {
  readonly client: PGlite;
  areSet: boolean;
}

/**
 * Drizzle passes the same few parsers with every query, and PGlite merges them with its own for every type of the database, which takes a
 * tenth of the time of a query. So they are set once, with the first query.
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

/** What PostgreSQL says of broken pages (class XX), or the end of the program that read them. */
const isDamage = (error: DatabaseError): boolean => error.code.startsWith('XX') || error.isConnectionLost;

async function createClient(dataDir: string | undefined, memoryDump: Blob | undefined): Promise<PGlite> {
  // Node now and then ends the whole process where V8 frees single functions of WebAssembly that it has compiled better since
  // ("Check failed: jit_page_->allocations_.erase(addr) == 1", nodejs/node#64500). Kept, they cost a few MB per database.
  setFlagsFromString('--no-wasm-code-gc');
  const options = {
    extensions: { btree_gin, pg_trgm, unaccent },
    ...(memoryDump && { loadDataDir: memoryDump }),
  };
  if (dataDir === undefined) {
    return PGlite.create({
      ...options,
      dataDir: 'memory://',
      // New memory is expensive: a segment of the journal is written full of zeros and is part of each dump, and a
      // buffer holds a second copy of what is in memory already. The defaults are 16 MB and 128 MB.
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
  const folder = path.join(dataDir, 'database');
  const files = await readdir(folder).catch((): string[] => []);
  // It would make a new database over the files of one that has lost this.
  if (files.length > 0 && !files.includes('PG_VERSION')) throw new DataDirectoryDamagedError(dataDir);
  try {
    return await PGlite.create({ ...options, dataDir: folder });
  } catch (error) {
    throw new DataDirectoryDamagedError(dataDir, error);
  }
}

/** One transaction. What it failed by is told, also where taking its work back fails as well. */
async function runEmbedded<T>(
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
