import { bulkhead } from 'cockatiel';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { PoolClient, QueryConfig } from 'pg';
import { DatabaseError, toCommitError, toDatabaseError } from './database-error.ts';
import {
  type CreateTransactionHandle,
  createDatabaseHandle,
  type Database,
  type DatabaseHandleOptions,
  type LogStatement,
} from './database-handle.ts';
import { lockSpaces, locks } from './locks.ts';
import { migrate } from './migrate.ts';
import type { OpenDatabase } from './open-database.ts';
import { createServerPool } from './server-pool.ts';
import { type TransactionRules, transactions } from './transaction-rules.ts';

/** Limits of one backend on a server. */
export interface DatabaseLimits {
  /** Maximum number of connections, in addition to those that hold locks. */
  readonly poolSize: number;
  /** Timeout for a connection from the pool or a new one. */
  readonly connectTimeoutMs: number;
  readonly statementTimeoutMs: number;
  /** Timeout of a statement for a lock held by another transaction. */
  readonly lockTimeoutMs: number;
  /** Maximum idle time of a transaction between its statements. */
  readonly idleTimeoutMs: number;
}

/** A page request times out after eight seconds, so longer waits are useless. */
export const defaultLimits: DatabaseLimits = {
  poolSize: 10,
  connectTimeoutMs: 3000,
  statementTimeoutMs: 8000,
  lockTimeoutMs: 2000,
  idleTimeoutMs: 10_000,
};

/**
 * Connections that hold a lock while work runs on others. Separate, so that a job of an hour takes none from
 * requests.
 */
const LOCK_CONNECTIONS = 2;

/**
 * Planner settings, with their reasons:
 *
 * - jit: compiling a statement takes longer than running any of ours, and the server would repeat it for
 *   each.
 * - random_page_cost: random pages cost hardly more than sequential ones, in memory as on an SSD. With the
 *   default factor of four, a frequent word is searched by reading all texts.
 * - max_parallel_workers_per_gather: requests are concurrent, so parallel workers of one would slow down
 *   the others.
 * - join_collapse_limit: the joins in the code are in a good order. Trying all orders of seven tables takes
 *   180 ms (stock reminders), of four at a time 3 ms.
 */
const PLANNER_OPTIONS = [
  'jit=off',
  'random_page_cost=1.1',
  'max_parallel_workers_per_gather=0',
  'join_collapse_limit=4',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

/** Returns session settings, in milliseconds; 0 means no limit. */
const createTimeouts = (statementMs: number, lockMs: number, idleMs: number): string =>
  `-c statement_timeout=${statementMs} -c lock_timeout=${lockMs} -c idle_in_transaction_session_timeout=${idleMs}`;

/**
 * Timeout after which a silent connection counts as lost, in addition to the statement timeout of the server.
 */
const RESPONSE_GRACE_MS = 2000;

type PoolQuery = PoolClient['query'];

/** Runs Drizzle's queries on a connection reserved for a transaction. */
class TransactionConnection {
  readonly query: PoolQuery;

  constructor(query: PoolQuery) {
    this.query = query;
  }
}

/** Returns the statement that starts a transaction with these rules. */
function createBeginStatement(rules: TransactionRules): string {
  const { hasNoTimeout = false, isolation, statementTimeoutMs, lockTimeoutMs } = rules;
  const limits = {
    statement_timeout: hasNoTimeout ? 0 : statementTimeoutMs,
    lock_timeout: hasNoTimeout ? 0 : lockTimeoutMs,
    idle_in_transaction_session_timeout: hasNoTimeout ? 0 : undefined,
  };
  return [
    isolation === undefined ? 'begin' : `begin isolation level ${isolation}`,
    ...Object.entries(limits).flatMap(([name, ms]) =>
      ms === undefined ? [] : [`set local ${name} = ${ms}`],
    ),
  ].join('; ');
}

/** Returns host and port of a server, or the folder of its socket, for the log. */
function getServerName(databaseUrl: string): string {
  const url = URL.parse(databaseUrl);
  return url?.searchParams.get('host') || url?.host || 'a socket';
}

/** Opens PostgreSQL and migrates its schema. */
export async function openDatabaseServer(
  options: {
    readonly databaseUrl: string;
    readonly migrationsFolder: string;
    readonly limits: DatabaseLimits;
    readonly onQuery: LogStatement | undefined;
  } & Pick<DatabaseHandleOptions, 'onCallbackFailed' | 'onWake'>,
): Promise<OpenDatabase> {
  const { databaseUrl, migrationsFolder, limits, onQuery, onCallbackFailed, onWake } = options;
  const config = onQuery
    ? { logger: { logQuery: (query: string, values: unknown[]) => onQuery(query, values) } }
    : {};
  const createPool = (size: number, rules: string) =>
    createServerPool(
      {
        connectionString: databaseUrl,
        options: `${PLANNER_OPTIONS} ${rules}`,
        connectionTimeoutMillis: limits.connectTimeoutMs,
        max: size,
      },
      limits.statementTimeoutMs + RESPONSE_GRACE_MS,
    );
  const pool = createPool(
    limits.poolSize,
    createTimeouts(limits.statementTimeoutMs, limits.lockTimeoutMs, limits.idleTimeoutMs),
  );
  // Waiting for a lock has no timeout, neither in the pool nor on the server.
  const lockPool = createPool(LOCK_CONNECTIONS, createTimeouts(0, 0, 0));
  const lockBulkhead = bulkhead(LOCK_CONNECTIONS, Number.POSITIVE_INFINITY);

  const createQueryWithTimeout = (client: PoolClient): PoolQuery =>
    ((statement: QueryConfig, values: unknown[]) =>
      client.query(pool.withTimeout(statement), values)) as unknown as PoolQuery;

  const attempt = <T>(
    rules: TransactionRules,
    createInner: CreateTransactionHandle,
    work: (transaction: Database) => Promise<T>,
  ): Promise<T> =>
    pool.withConnection(async (connection) => {
      const { client } = connection;
      const query = rules.hasNoTimeout ? client.query.bind(client) : createQueryWithTimeout(client);
      try {
        await pool.execute(client, createBeginStatement(rules));
        const result = await work(
          createInner(drizzle(new TransactionConnection(query) as PoolClient, config)),
        );
        const { command } = await pool.execute(client, 'commit').catch((error) => {
          throw toCommitError(error);
        });
        // The server responds so if a statement failed and the callback continued.
        if (command === 'ROLLBACK')
          throw new DatabaseError('refused', { code: '25P02', statement: 'commit' });
        return result;
      } catch (error) {
        // The first error is the informative one. A connection that cannot roll back is closed, and the
        // server rolls back.
        const isLost = error instanceof DatabaseError && error.isConnectionLost;
        if (!connection.isUnusable && !isLost) {
          await pool.execute(client, 'rollback').catch(() => {
            connection.isUnusable = true;
          });
        }
        throw error;
      }
    });

  /**
   * Runs work while a connection holds a lock. The lock ends with the connection, so a process that dies
   * leaves no lock.
   *
   * @param take statement that takes the lock and returns `taken`
   * @returns undefined if the lock was not available
   */
  const whileLocked = <T>(
    take: { readonly text: string; readonly values: readonly unknown[] },
    work: (client: PoolClient) => Promise<T>,
  ): Promise<{ readonly result: T } | undefined> =>
    lockBulkhead.execute(() =>
      lockPool.withConnection(async (connection) => {
        const { client } = connection;
        const { rows } = await client
          .query<{ taken: unknown }>({ text: take.text, values: [...take.values] })
          .catch((error) => {
            throw toDatabaseError(error, take.text);
          });
        if (rows[0]?.taken === false) return undefined;
        try {
          return { result: await work(client) };
        } finally {
          // If the unlock fails, the connection is closed, which also releases the lock.
          await lockPool.execute(client, 'select pg_advisory_unlock_all()').catch(() => {
            connection.isUnusable = true;
          });
        }
      }),
    );

  async function runLocked<T>(
    lock: keyof typeof locks,
    work: (client: PoolClient) => Promise<T>,
  ): Promise<T> {
    const done = await whileLocked(
      { text: 'select pg_advisory_lock($1) as taken', values: [locks[lock]] },
      work,
    );
    if (!done) throw new Error(`The lock '${lock}' was not acquired`);
    return done.result;
  }

  /** Runs each statement on a connection from the pool. */
  const runStatement = ((statement: object, values: unknown[]) =>
    pool.withConnection(async ({ client }) => {
      try {
        return await createQueryWithTimeout(client)(statement as QueryConfig, values);
      } catch (error) {
        throw toDatabaseError(error);
      }
    })) as unknown as PoolQuery;

  const close = async () => {
    await Promise.all([pool.close(), lockPool.close()]);
  };
  try {
    // Several backends may start at once: the first one migrates, and the others find the migrations applied.
    await runLocked('migration', (client) =>
      migrate(async (text) => (await client.query(text)).rows, migrationsFolder),
    );
  } catch (error) {
    await close();
    throw error;
  }
  return {
    database: createDatabaseHandle(drizzle(new TransactionConnection(runStatement) as PoolClient, config), {
      onCallbackFailed,
      onWake,
      attempt: (name, createInner, work) => attempt(transactions[name], createInner, work),
    }),
    description: `PostgreSQL at ${getServerName(databaseUrl)}`,
    dump: null,
    runExclusively: (work) => runLocked('start', work),
    tryRunExclusively: async (name, work) => {
      const done = await whileLocked(
        {
          text: 'select pg_try_advisory_lock($1, hashtext($2)) as taken',
          values: [lockSpaces.job, name],
        },
        work,
      );
      return done !== undefined;
    },
    close,
  };
}
