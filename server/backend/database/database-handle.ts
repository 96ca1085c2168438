import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PgDatabase, PgQueryResultHKT, PgSession } from 'drizzle-orm/pg-core';
import { DatabaseError, withoutValues } from './database-error.ts';
import type { TransactionName } from './transactions.ts';

/** Told every statement with its values: for measuring. */
export type StatementLog = (query: string, values: readonly unknown[]) => void;

type Drizzle = PgDatabase<PgQueryResultHKT>;

export interface TransactionOptions {
  /** Whoever waits for it: where they have left before it began, nothing is written. */
  readonly signal?: AbortSignal | undefined;
}

/** Something to do once what was written counts; nobody waits for it. */
export type CommitCallback = () => void | Promise<void>;

/**
 * The one handle over PGlite and PostgreSQL. Whatever fails is a `DatabaseError`, which holds no value. Inside a transaction use only
 * the handle that its callback is given: the outer one refuses there. PGlite has one connection, for which it would wait for ever, and
 * on a server as many transactions as there are connections would wait for each other.
 */
export type Database = Omit<Drizzle, 'transaction'> & {
  /**
   * Runs a transaction; once more, up to twice, where it lost against another.
   *
   * @throws DatabaseError, or what the callback throws: nothing is written then, unless the failure is 'unknown'
   */
  transaction<T>(
    name: TransactionName,
    work: (transaction: Database) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T>;
  /**
   * Has something done once after the commit of this transaction, and never where it is rolled back or nobody knows; on the outer
   * handle, where each statement commits itself, at once. It may not happen (a process can die between the two), so it only hastens
   * what a job would do as well. What it throws is reported and fails nobody.
   */
  afterCommit(callback: CommitCallback): void;
  /** Has a job of this process run once this is committed, rather than at its next turn. It only hastens, as `afterCommit` does. */
  wake(job: JobToWake): void;
};

/** Jobs that others give something to do. */
export type JobToWake = 'events' | 'letters' | 'queued-jobs' | 'stock-reminders';

type RunTransaction = Database['transaction'];

/** Has every statement of a handle of Drizzle fail without its values, and takes its transactions over. */
function createHandle(
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
      withoutValues(() => {
        check();
        return execute(values);
      });
    return prepared;
  };
  return Object.assign(drizzle, own) as unknown as Database;
}

/** Set while the work of a transaction runs, in everything that it calls. */
const running = new AsyncLocalStorage<TransactionName>();

/** @throws Error inside a transaction */
function refuseInside(): void {
  const name = running.getStore();
  if (name === undefined) return;
  throw new Error(`The transaction '${name}' asks on another handle than its own, which may wait for ever`);
}

const MAX_ATTEMPTS = 3;
/** Longest pause before the second attempt; each further one may be twice as long. Two that lost to each other do not meet again. */
const FIRST_PAUSE_MS = 20;

/** Makes the handle inside a transaction from a handle of Drizzle. */
export type CreateInnerHandle = (raw: object) => Database;

export interface OuterHandleOptions {
  /**
   * One attempt: begins, has the work done on the handle that `createInner` makes of its connection, and commits.
   *
   * @throws DatabaseError with the failure 'unknown' where it was committed or was not
   */
  readonly attempt: <T>(
    name: TransactionName,
    createInner: CreateInnerHandle,
    work: (transaction: Database) => Promise<T>,
  ) => Promise<T>;
  /** Told what a callback of `afterCommit` failed with. */
  readonly onCallbackFailed: (error: unknown) => void;
  /** Told after a commit which job has something to do. */
  readonly onWake: (job: JobToWake) => void;
}

/** Makes the handle of a database. */
export function createOuterHandle(raw: object, options: OuterHandleOptions): Database {
  const { attempt, onCallbackFailed, onWake } = options;
  const callBack = (callback: CommitCallback) => {
    void (async () => callback())().catch(onCallbackFailed);
  };
  const transaction: RunTransaction = async (name, work, { signal } = {}) => {
    refuseInside();
    for (let attempts = 1; ; attempts += 1) {
      signal?.throwIfAborted();
      const callbacks: CommitCallback[] = [];
      const woken = new Set<JobToWake>();
      const createInner: CreateInnerHandle = (inner) =>
        createHandle(inner, {
          transaction: () => Promise.reject(new Error('Transactions are not nested')),
          afterCommit: (callback) => {
            callbacks.push(callback);
          },
          wake: (job) => void woken.add(job),
        });
      try {
        const result = await attempt(name, createInner, async (handle) => {
          // It may have waited long for its connection.
          signal?.throwIfAborted();
          return await running.run(name, () => work(handle));
        });
        for (const callback of callbacks) callBack(callback);
        for (const job of woken) onWake(job);
        return result;
      } catch (error) {
        const isLost = error instanceof DatabaseError && error.failure === 'conflict';
        if (!isLost || attempts === MAX_ATTEMPTS) throw error;
      }
      await sleep(Math.random() * FIRST_PAUSE_MS * 2 ** (attempts - 1));
    }
  };
  return createHandle(raw, { transaction, afterCommit: callBack, wake: onWake }, refuseInside);
}
