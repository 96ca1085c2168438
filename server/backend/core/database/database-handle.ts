import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PgDatabase, PgQueryResultHKT, PgSession } from 'drizzle-orm/pg-core';
import { convertDrizzleErrors, DatabaseError } from './database-error.ts';
import type { TransactionName } from './transaction-rules.ts';

/** Receives every statement with its values, for measurements. */
export type LogStatement = (query: string, values: readonly unknown[]) => void;

type Drizzle = PgDatabase<PgQueryResultHKT>;

export interface TransactionOptions {
  /** Signal of the caller. If aborted before the transaction starts, nothing is written. */
  readonly signal?: AbortSignal | undefined;
}

/** Callback that runs after the commit. Nothing waits for it. */
export type CommitCallback = () => void | Promise<void>;

/**
 * Common handle of PGlite and PostgreSQL. All failures are `DatabaseError`s, which contain no values. Inside
 * a transaction, use only the handle passed to its callback; the outer one throws there. PGlite has a single
 * connection, so the outer handle would deadlock. On a server, as many transactions as there are connections
 * would deadlock.
 */
export type Database = Omit<Drizzle, 'transaction'> & {
  /**
   * Runs a transaction. Retries it up to twice after a conflict with another transaction.
   *
   * @throws DatabaseError, or the error of the callback: nothing is written, unless the failure is
   *   'unknown'
   */
  transaction<T>(
    name: TransactionName,
    work: (transaction: Database) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T>;
  /**
   * Runs a callback once after the commit of this transaction, never after a rollback or an unknown result.
   * On the outer handle, where each statement commits itself, it runs immediately. The callback may be lost
   * if the process dies, so use it only to speed up work that a job also does. Its errors are reported, not
   * thrown.
   */
  afterCommit(callback: CommitCallback): void;
  /**
   * Runs a job of this process after the commit instead of at its next interval. It may be lost, like
   * `afterCommit`.
   */
  wake(job: JobToWake): void;
};

/** Jobs that other modules can give work. */
export type JobToWake = 'queue' | 'campaigns' | 'stock-reminders';

type RunTransaction = Database['transaction'];

/** Wraps a Drizzle handle so that its errors contain no values, and handles its transactions. */
function wrapDrizzleHandle(
  raw: object,
  own: Pick<Database, 'transaction' | 'afterCommit' | 'wake'>,
  check: () => void = () => {},
): Database {
  const drizzle = raw as Drizzle & { session: PgSession };
  const { session } = drizzle;
  const prepare = session.prepareQuery.bind(session);
  session.prepareQuery = (...args) => {
    const prepared = prepare(...args);
    const execute = prepared.execute.bind(prepared);
    prepared.execute = (values) =>
      convertDrizzleErrors(() => {
        check();
        return execute(values);
      });
    return prepared;
  };
  return Object.assign(drizzle, own) as unknown as Database;
}

/** Set while a transaction runs, in all functions that it calls. */
const runningTransactionStorage = new AsyncLocalStorage<TransactionName>();

/** @throws Error inside a transaction */
function assertOutsideTransaction(): void {
  const name = runningTransactionStorage.getStore();
  if (name === undefined) return;
  throw new Error(`The transaction '${name}' uses another handle than its own, which may deadlock`);
}

const MAX_ATTEMPTS = 3;
/**
 * Maximum pause before the second attempt; it doubles for each further one. The random pause separates
 * transactions that conflicted.
 */
const MAX_FIRST_PAUSE_MS = 20;

/** Creates the handle inside a transaction from a Drizzle handle. */
export type CreateTransactionHandle = (raw: object) => Database;

export interface DatabaseHandleOptions {
  /**
   * Runs one attempt: starts a transaction, runs the work with the handle that `createInner` creates for its
   * connection, and commits.
   *
   * @throws DatabaseError with the failure 'unknown' if the result of the commit is unknown
   */
  readonly attempt: <T>(
    name: TransactionName,
    createInner: CreateTransactionHandle,
    work: (transaction: Database) => Promise<T>,
  ) => Promise<T>;
  /** Receives errors of `afterCommit` callbacks. */
  readonly onCallbackFailed: (error: unknown) => void;
  /** Called after a commit with the job that has work. */
  readonly onWake: (job: JobToWake) => void;
}

/** Creates the handle of a database. */
export function createDatabaseHandle(raw: object, options: DatabaseHandleOptions): Database {
  const { attempt, onCallbackFailed, onWake } = options;
  const runCallback = (callback: CommitCallback) => {
    void (async () => callback())().catch(onCallbackFailed);
  };
  const transaction: RunTransaction = async (name, work, { signal } = {}) => {
    assertOutsideTransaction();
    for (let attempts = 1; ; attempts += 1) {
      signal?.throwIfAborted();
      const callbacks: CommitCallback[] = [];
      const woken = new Set<JobToWake>();
      const createInner: CreateTransactionHandle = (inner) =>
        wrapDrizzleHandle(inner, {
          transaction: () => Promise.reject(new Error('Transactions are not nested')),
          afterCommit: (callback) => {
            callbacks.push(callback);
          },
          wake: (job) => void woken.add(job),
        });
      try {
        const result = await attempt(name, createInner, async (handle) => {
          // The transaction may have waited long for its connection.
          signal?.throwIfAborted();
          return await runningTransactionStorage.run(name, () => work(handle));
        });
        for (const callback of callbacks) runCallback(callback);
        for (const job of woken) onWake(job);
        return result;
      } catch (error) {
        const isConflict = error instanceof DatabaseError && error.failure === 'conflict';
        if (!isConflict || attempts === MAX_ATTEMPTS) throw error;
      }
      await sleep(Math.random() * MAX_FIRST_PAUSE_MS * 2 ** (attempts - 1));
    }
  };
  return wrapDrizzleHandle(
    raw,
    { transaction, afterCommit: runCallback, wake: onWake },
    assertOutsideTransaction,
  );
}
