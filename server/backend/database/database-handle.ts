import type { PgDatabase, PgQueryResultHKT, PgSession } from 'drizzle-orm/pg-core';
import { DatabaseError, withoutValues } from './database-error.ts';
import type { TransactionName } from './transactions.ts';

/** Told every statement with its values: for measuring. */
export type StatementLog = (query: string, values: readonly unknown[]) => void;

type Drizzle = PgDatabase<PgQueryResultHKT>;

export interface TransactionOptions {
  /** Whoever waits for it: has he left before it began, nothing is written. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The one handle over PGlite and PostgreSQL. Whatever fails is a `DatabaseError`, which holds no value. Inside a transaction use only
 * the handle that its callback is given: PGlite has one connection, and the outer handle would wait for ever.
 */
export type Database = Omit<Drizzle, 'transaction'> & {
  /**
   * Runs a transaction; once more, up to twice, where it lost against another.
   *
   * @throws DatabaseError, or what the callback throws: nothing is written then
   */
  transaction<T>(
    name: TransactionName,
    work: (transaction: Database) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T>;
};

type RunTransaction = Database['transaction'];

/** Has every statement of a handle of Drizzle fail without its values, and takes its transactions over. */
export function createHandle(raw: object, transaction: RunTransaction): Database {
  const drizzle = raw as Drizzle & { session: PgSession };
  const { session } = drizzle;
  const prepare = session.prepareQuery.bind(session);
  session.prepareQuery = (...args) => {
    const prepared = prepare(...args);
    const execute = prepared.execute.bind(prepared);
    prepared.execute = (values) => withoutValues(() => execute(values));
    return prepared;
  };
  return Object.assign(drizzle, { transaction }) as unknown as Database;
}

const MAX_ATTEMPTS = 3;

/** A handle inside a transaction. */
export function createInnerHandle(raw: object): Database {
  return createHandle(raw, () => Promise.reject(new Error('Transactions are not nested')));
}

/** Makes `Database.transaction` of one attempt at a transaction. */
export function createRunTransaction(
  attempt: <T>(name: TransactionName, work: (transaction: Database) => Promise<T>) => Promise<T>,
): RunTransaction {
  return async (name, work, { signal } = {}) => {
    for (let attempts = 1; ; attempts += 1) {
      signal?.throwIfAborted();
      try {
        return await attempt(name, async (transaction) => {
          // It may have waited long for its connection.
          signal?.throwIfAborted();
          return await work(transaction);
        });
      } catch (error) {
        const isLost = error instanceof DatabaseError && error.failure === 'conflict';
        if (!isLost || attempts === MAX_ATTEMPTS) throw error;
      }
    }
  };
}
