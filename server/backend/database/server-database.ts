import { drizzle } from 'drizzle-orm/node-postgres';
import { Pool, type PoolClient, type QueryConfig } from 'pg';
import type { OpenDatabase } from './database.ts';
import { DatabaseError, toDatabaseError } from './database-error.ts';
import {
  createHandle,
  createInnerHandle,
  createRunTransaction,
  type Database,
  type StatementLog,
} from './database-handle.ts';
import { migrate } from './migrate.ts';
import { type TransactionRules, transactions } from './transactions.ts';

/** How much of a server one backend takes, and how long it waits for it. */
export interface DatabaseLimits {
  /** Connections at once. */
  readonly poolSize: number;
  /** Wait for a connection, free or new. */
  readonly connectTimeoutMs: number;
  readonly statementTimeoutMs: number;
  /** Wait of a statement for a lock that another transaction holds. */
  readonly lockTimeoutMs: number;
  /** Pause of a transaction between its statements. */
  readonly idleTimeoutMs: number;
}

/** Whoever waits for a page is gone after eight seconds. */
export const defaultLimits: DatabaseLimits = {
  poolSize: 10,
  connectTimeoutMs: 3000,
  statementTimeoutMs: 8000,
  lockTimeoutMs: 2000,
  idleTimeoutMs: 10_000,
};

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

/** The server ends a statement by itself; this is for one of which nothing is heard any more. */
const SILENCE_MS = 2000;

const PATIENT =
  'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0';
const PATIENT_ONCE = PATIENT.replaceAll('set ', 'set local ');

type Query = PoolClient['query'];

/** What Drizzle asks on a connection that is ours for longer. */
class HeldConnection {
  readonly query: Query;

  constructor(query: Query) {
    this.query = query;
  }
}

/** Opens PostgreSQL and brings its schema up to date. */
export async function openServer(options: {
  readonly databaseUrl: string;
  readonly migrationsFolder: string;
  readonly limits: DatabaseLimits;
  readonly onQuery: StatementLog | undefined;
}): Promise<OpenDatabase> {
  const { databaseUrl, migrationsFolder, limits, onQuery } = options;
  const config = onQuery
    ? { logger: { logQuery: (query: string, values: unknown[]) => onQuery(query, values) } }
    : {};
  const pool = new Pool({
    connectionString: databaseUrl,
    options: PLANNING,
    max: limits.poolSize,
    connectionTimeoutMillis: limits.connectTimeoutMs,
    statement_timeout: limits.statementTimeoutMs,
    lock_timeout: limits.lockTimeoutMs,
    idle_in_transaction_session_timeout: limits.idleTimeoutMs,
    keepAlive: true,
  });
  // The driver knows it, its types do not.
  const withTimeout = (statement: QueryConfig): QueryConfig & { query_timeout: number } => ({
    ...statement,
    query_timeout: limits.statementTimeoutMs + SILENCE_MS,
  });
  // Where one connection is lost, those that were open beside it are as well, or may be: their own event can come later than the next
  // request. Each belongs to a generation, and one of an earlier generation is not used again.
  let generation = 0;
  const generations = new WeakMap<object, number>();
  const noteLoss = (client: object) => {
    if (generations.get(client) === generation) generation += 1;
  };
  pool.on('connect', (client) => {
    generations.set(client, generation);
    // For as long as it lives: between its idle time and the work that takes it nobody else listens, and a server that ends it with the
    // very bytes that make it ready would end the process.
    client.on('error', () => noteLoss(client));
  });
  // An idle connection that the server drops: the pool passes on what the listener above has noted, and would else throw it.
  pool.on('error', () => {});

  async function connect(): Promise<PoolClient> {
    for (;;) {
      const client = await pool.connect().catch((error) => {
        throw toDatabaseError(error);
      });
      if (generations.get(client) === generation) return client;
      client.release(true);
    }
  }

  /**
   * Does work on a connection of its own. One that breaks meanwhile fails the statement that runs or comes next.
   *
   * @param connection.isSpent not to be used by others afterwards
   */
  async function withConnection<T>(
    work: (client: PoolClient, connection: { isSpent: boolean }) => Promise<T>,
  ): Promise<T> {
    const client = await connect();
    const connection = { isSpent: false };
    const onError = () => {
      connection.isSpent = true;
    };
    client.on('error', onError);
    try {
      return await work(client, connection);
    } catch (error) {
      if (error instanceof DatabaseError && error.isConnectionLost) {
        onError();
        noteLoss(client);
      }
      throw error;
    } finally {
      client.release(connection.isSpent);
      client.off('error', onError);
    }
  }

  /** Asks in plain words; nothing is waited for on a connection of which nothing is heard. */
  async function say(client: PoolClient, text: string) {
    try {
      return await client.query(withTimeout({ text }));
    } catch (error) {
      throw toDatabaseError(error, text);
    }
  }

  const attempt = <T>(rules: TransactionRules, work: (transaction: Database) => Promise<T>): Promise<T> =>
    withConnection(async (client, connection) => {
      const query = rules.isPatient ? client.query.bind(client) : createPromptQuery(client);
      try {
        await say(client, rules.isPatient ? `begin; ${PATIENT_ONCE}` : 'begin');
        const result = await work(
          createInnerHandle(drizzle(new HeldConnection(query) as PoolClient, config)),
        );
        const { command } = await say(client, 'commit');
        // The answer of the server where a statement had failed and the callback went on.
        if (command === 'ROLLBACK')
          throw new DatabaseError('refused', { code: '25P02', statement: 'commit' });
        return result;
      } catch (error) {
        // The first error is the one that tells. A connection that cannot take its work back is given up: the server does it then.
        const isLost = error instanceof DatabaseError && error.isConnectionLost;
        if (!connection.isSpent && !isLost) {
          await say(client, 'rollback').catch(() => {
            connection.isSpent = true;
          });
        }
        throw error;
      }
    });

  /**
   * Does work while the connection holds a lock, which goes with the connection: a process that dies leaves none behind.
   *
   * @returns undefined where the lock was not given
   */
  const whileLocked = <T>(
    take: (client: PoolClient) => Promise<boolean>,
    work: (client: PoolClient) => Promise<T>,
  ): Promise<{ readonly result: T } | undefined> =>
    withConnection(async (client, connection) => {
      // It is as patient as nobody else may be.
      connection.isSpent = true;
      await say(client, PATIENT);
      const isTaken = await take(client).catch((error) => {
        throw toDatabaseError(error);
      });
      if (!isTaken) return undefined;
      try {
        return { result: await work(client) };
      } finally {
        // Free at once for the next; the connection's end would do it a little later.
        await say(client, 'select pg_advisory_unlock_all()').catch(() => {});
      }
    });

  async function runLocked<T>(key: number, work: (client: PoolClient) => Promise<T>): Promise<T> {
    const done = await whileLocked(async (client) => {
      await client.query('select pg_advisory_lock($1)', [key]);
      return true;
    }, work);
    if (!done) throw new Error(`The lock ${key} was not given`);
    return done.result;
  }

  /** One connection for one statement. */
  const ask = ((statement: object, values: unknown[]) =>
    withConnection(async (client) => {
      try {
        return await createPromptQuery(client)(statement as QueryConfig, values);
      } catch (error) {
        throw toDatabaseError(error);
      }
    })) as unknown as Query;

  function createPromptQuery(client: PoolClient): Query {
    return ((statement: QueryConfig, values: unknown[]) =>
      client.query(withTimeout(statement), values)) as unknown as Query;
  }

  try {
    // Several backends may start at once on one server: the first migrates, and the others find it done.
    await runLocked(MIGRATION_LOCK, (client) =>
      migrate(async (text) => (await client.query(text)).rows, migrationsFolder),
    );
  } catch (error) {
    await pool.end();
    throw error;
  }
  return {
    database: createHandle(
      drizzle(new HeldConnection(ask) as PoolClient, config),
      createRunTransaction((name, work) => attempt(transactions[name], work)),
    ),
    description: `PostgreSQL at ${new URL(databaseUrl).host}`,
    dump: null,
    runAlone: (work) => runLocked(ALONE_LOCK, work),
    tryAlone: async (name, work) => {
      const done = await whileLocked(async (client) => {
        const { rows } = await client.query<{ taken: boolean }>(
          'select pg_try_advisory_lock($1, hashtext($2)) as taken',
          [NAMED_LOCKS, name],
        );
        return rows[0]?.taken === true;
      }, work);
      return done !== undefined;
    },
    close: () => pool.end(),
  };
}
