import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import type { Database } from '../../../server/backend/core/database/database.ts';
import { DatabaseError } from '../../../server/backend/core/database/database-error.ts';
import { lockSpaces, locks } from '../../../server/backend/core/database/locks.ts';
import type { OpenDatabase } from '../../../server/backend/core/database/open-database.ts';
import { defaultLimits } from '../../../server/backend/core/database/server-database.ts';
import {
  type TransactionRules,
  transactions,
} from '../../../server/backend/core/database/transaction-rules.ts';
import { MINUTE_MS } from '../../../shared/rules/durations.ts';
import { type DatabaseProxy, openDatabaseProxy } from '../../fixtures/database-proxy.ts';
import { getDatabaseServerUrl } from '../../fixtures/database-server.ts';
import { openEmptyDatabase } from '../../fixtures/sample-database.ts';

const serverUrl = getDatabaseServerUrl();
const describeOnDatabaseServer = serverUrl === undefined ? describe.skip : describe;
/** The transaction whose rules the tests set. */
const TRANSACTION_NAME = 'check-reviews';
const rules: Record<string, TransactionRules> = transactions;

let openedDatabase: OpenDatabase;
let database: Database;
const reportedFailures: unknown[] = [];
let databaseProxy: DatabaseProxy | undefined;
let ownDatabaseUrl = '';

beforeAll(async () => {
  if (serverUrl !== undefined) databaseProxy = await openDatabaseProxy(new URL(serverUrl));
  openedDatabase = await openEmptyDatabase({
    limits: { ...defaultLimits, poolSize: 2, lockTimeoutMs: MINUTE_MS, statementTimeoutMs: MINUTE_MS },
    onCallbackFailed: (error) => reportedFailures.push(error),
    reach: (url) => {
      ownDatabaseUrl = url.href;
      return databaseProxy?.reach(url) ?? url;
    },
  });
  database = openedDatabase.database;
  await database.execute(sql`create table tally (id int primary key, amount int not null)`);
});

afterAll(async () => {
  await openedDatabase?.close();
  await databaseProxy?.close();
});

beforeEach(async () => {
  reportedFailures.length = 0;
  await database.execute(sql`delete from tally`);
  await database.execute(sql`insert into tally values (1, 0), (2, 0)`);
});

afterEach(() => {
  rules[TRANSACTION_NAME] = {};
  databaseProxy?.restore();
});

const addToTally = (handle: Database, id: number, amount = 1) =>
  handle.execute(sql`update tally set amount = amount + ${amount} where id = ${id}`);

async function read(handle: Database = database): Promise<number[]> {
  const { rows } = (await handle.execute(sql`select amount from tally order by id`)) as unknown as {
    rows: { amount: number }[];
  };
  return rows.map(({ amount }) => amount);
}

/** Creates a function that resolves once it was called `size` times; at once for later calls. */
function createBarrier(size: number): () => Promise<void> {
  let arrived = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  return () => {
    arrived += 1;
    if (arrived >= size) resolve();
    return promise;
  };
}

describe('work after a commit', () => {
  it('runs once, in order, when the written data can be read', async () => {
    const seen: unknown[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const result = await database.transaction(TRANSACTION_NAME, async (transaction) => {
      transaction.afterCommit(async () => {
        seen.push(await read());
      });
      transaction.afterCommit(() => {
        seen.push('second');
        resolve();
      });
      await addToTally(transaction, 1);
      seen.push('work');
      return 'done';
    });
    expect(result).toBe('done');
    await promise;
    while (seen.length < 3) await read();
    expect(seen).toEqual(['work', 'second', [1, 0]]);
  });

  it('does not run if the transaction fails', async () => {
    const seen: string[] = [];
    const work = database.transaction(TRANSACTION_NAME, async (transaction) => {
      transaction.afterCommit(() => {
        seen.push('called');
      });
      await addToTally(transaction, 1);
      throw new RangeError('no');
    });
    await expect(work).rejects.toThrow(RangeError);
    expect(await read()).toEqual([0, 0]);
    expect(seen).toEqual([]);
  });

  it('does not fail the transaction: its errors are reported, and the other functions run', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const [now, later] = [new Error('at once'), new Error('later')];
    await database.transaction(TRANSACTION_NAME, async (transaction) => {
      transaction.afterCommit(() => {
        throw now;
      });
      transaction.afterCommit(() => Promise.reject(later));
      transaction.afterCommit(resolve);
      await addToTally(transaction, 1);
    });
    await promise;
    await read();
    expect(reportedFailures).toEqual([now, later]);
    expect(await read()).toEqual([1, 0]);
  });

  it('runs at once outside a transaction, where each statement is committed separately', () => {
    let calls = 0;
    database.afterCommit(() => {
      calls += 1;
    });
    expect(calls).toBe(1);
  });
});

it('a transaction has the isolation level of its name', async () => {
  const ask = async (handle: Database) => {
    const { rows } = (await handle.execute(sql`show transaction_isolation`)) as unknown as {
      rows: { transaction_isolation: string }[];
    };
    return rows[0]?.transaction_isolation;
  };
  expect(await database.transaction(TRANSACTION_NAME, ask)).toBe('read committed');
  for (const isolation of ['repeatable read', 'serializable'] as const) {
    rules[TRANSACTION_NAME] = { isolation };
    expect(await database.transaction(TRANSACTION_NAME, ask)).toBe(isolation);
  }
});

it('all locks have different numbers', () => {
  for (const numbers of [Object.values(locks), Object.values(lockSpaces)]) {
    expect(new Set(numbers).size).toBe(numbers.length);
  }
});

describeOnDatabaseServer('two conflicting transactions', () => {
  it('both succeed after a serialization failure (40001)', async () => {
    rules[TRANSACTION_NAME] = { isolation: 'serializable' };
    const meet = createBarrier(2);
    let attempts = 0;
    let calls = 0;
    /** Writes a value that depends on the row of the other transaction. */
    const work = (from: number, to: number) =>
      database.transaction(TRANSACTION_NAME, async (transaction) => {
        attempts += 1;
        transaction.afterCommit(() => {
          calls += 1;
        });
        const amount = (await read(transaction))[from - 1] ?? 0;
        await meet();
        await addToTally(transaction, to, amount + 1);
      });
    await Promise.all([work(1, 2), work(2, 1)]);
    expect(attempts).toBeGreaterThan(2);
    expect(calls).toBe(2);
    // The result of sequential execution: 1, and 1 + 1.
    expect((await read()).toSorted()).toEqual([1, 2]);
  });

  it('both succeed after a deadlock (40P01)', async () => {
    const meet = createBarrier(2);
    let attempts = 0;
    const work = (first: number, second: number) =>
      database.transaction(TRANSACTION_NAME, async (transaction) => {
        attempts += 1;
        await addToTally(transaction, first);
        await meet();
        await addToTally(transaction, second);
      });
    await Promise.all([work(1, 2), work(2, 1)]);
    expect(attempts).toBe(3);
    expect(await read()).toEqual([2, 2]);
  });

  it('fail after the third attempt, with the error of the last', async () => {
    let attempts = 0;
    const work = database.transaction(TRANSACTION_NAME, async (transaction) => {
      attempts += 1;
      await transaction.execute(
        sql`do $$ begin raise exception 'lost' using errcode = 'serialization_failure'; end $$`,
      );
    });
    await expect(work).rejects.toMatchObject({ failure: 'conflict', code: '40001' });
    expect(attempts).toBe(3);
  });
});

describeOnDatabaseServer('the timeouts of a transaction', () => {
  it('end a statement, and a wait for a lock', async () => {
    rules[TRANSACTION_NAME] = { statementTimeoutMs: 20 };
    const slow = database.transaction(TRANSACTION_NAME, (transaction) =>
      transaction.execute(sql`select pg_sleep(60)`),
    );
    await expect(slow).rejects.toMatchObject({ failure: 'unavailable', code: '57014' });

    rules[TRANSACTION_NAME] = {};
    let hold = () => {};
    const isHeld = new Promise<void>((resolve) => {
      hold = resolve;
    });
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    const first = database.transaction(TRANSACTION_NAME, async (transaction) => {
      await addToTally(transaction, 1);
      hold();
      await isReleased;
    });
    await isHeld;
    rules[TRANSACTION_NAME] = { lockTimeoutMs: 20 };
    const second = database.transaction(TRANSACTION_NAME, (transaction) => addToTally(transaction, 1));
    await expect(second).rejects.toMatchObject({ failure: 'unavailable', code: '55P03' });
    release();
    await first;
    // They apply to that transaction only: the next one on the connection has those of the process.
    rules[TRANSACTION_NAME] = {};
    const { rows } = (await database.transaction(TRANSACTION_NAME, (transaction) =>
      transaction.execute(sql`show lock_timeout`),
    )) as unknown as { rows: { lock_timeout: string }[] };
    expect(rows).toEqual([{ lock_timeout: '1min' }]);
  });
});

describeOnDatabaseServer('a lost connection', () => {
  it('at the commit leaves its result unknown, and reports that', async () => {
    const outside = new Client({ connectionString: ownDatabaseUrl });
    await outside.connect();
    let calls = 0;
    const work = database
      .transaction(TRANSACTION_NAME, async (transaction) => {
        transaction.afterCommit(() => {
          calls += 1;
        });
        await addToTally(transaction, 1);
        // The server gets the commit, but its response does not arrive.
        databaseProxy?.hang();
      })
      .catch((error: unknown) => error);
    for (;;) {
      const { rows } = await outside.query('select amount from tally where id = 1');
      if (rows[0].amount === 1) break;
    }
    databaseProxy?.cut();
    const error = await work;
    expect(error).toBeInstanceOf(DatabaseError);
    expect(error).toMatchObject({ failure: 'unknown', isConnectionLost: true });
    expect(calls).toBe(0);
    databaseProxy?.restore();
    expect(await read()).toEqual([1, 0]);
    await outside.end();
  });

  it('before the commit leaves no changes', async () => {
    const work = database.transaction(TRANSACTION_NAME, async (transaction) => {
      await addToTally(transaction, 1);
      databaseProxy?.cut();
      await addToTally(transaction, 2);
    });
    await expect(work).rejects.toMatchObject({ failure: 'unavailable', isConnectionLost: true });
    expect(await read()).toEqual([0, 0]);
  });
});

describeOnDatabaseServer('exclusive work that holds a lock', () => {
  it('takes no connection from others: all connections work while both locks are held', async () => {
    const meet = createBarrier(2);
    const both = (await Promise.all(
      ['one', 'two'].map((name) =>
        openedDatabase.tryRunExclusively(name, async () => {
          await meet();
          await database.transaction(TRANSACTION_NAME, async (transaction) => {
            await addToTally(transaction, 1);
          });
          const met = createBarrier(2);
          await Promise.all(
            [1, 2].map(() =>
              database.transaction('forget-reviews', async (transaction) => {
                await read(transaction);
                if (name === 'one') await met();
              }),
            ),
          );
        }),
      ),
    )) as boolean[];
    expect(both).toEqual([true, true]);
    expect(await read()).toEqual([2, 0]);
  });

  it('makes a third one wait, and then runs it', async () => {
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    const held = ['one', 'two'].map((name) => openedDatabase.tryRunExclusively(name, () => isOver));
    const third = openedDatabase.tryRunExclusively('three', () =>
      addToTally(database, 2).then(() => undefined),
    );
    await addToTally(database, 1);
    expect(await read()).toEqual([1, 0]);
    end();
    expect(await Promise.all([...held, third])).toEqual([true, true, true]);
    expect(await read()).toEqual([1, 1]);
  });
});
