import { expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { getDatabaseServerUrl } from '../../fixtures/database-server.ts';
import { openEmptyDatabase } from '../../fixtures/sample-database.ts';

it('runExclusively runs exclusive work and returns its result', async () => {
  const open = await openEmptyDatabase();
  const work = () => open.database.execute(sql`select 1 as one`).then(() => 'done');
  expect(await open.runExclusively(work)).toBe('done');
  await expect(open.runExclusively(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await open.runExclusively(work)).toBe('done');
  await open.close();
});

// The embedded database has one process, so there is no second one to wait.
const itOnDatabaseServer = getDatabaseServerUrl() === undefined ? it.skip : it;

itOnDatabaseServer(
  'makes the second process wait until the first has finished',
  async () => {
    const open = await openEmptyDatabase();
    const steps: string[] = [];
    let begin = () => {};
    let finish = () => {};
    const isStarted = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const first = open.runExclusively(async () => {
      steps.push('first begins');
      begin();
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      steps.push('first ends');
    });
    // Each has a separate connection, so without this the later one may be first.
    await isStarted;
    const second = open.runExclusively(async () => {
      steps.push('second begins');
    });
    const isWaiting = sql`select count(*)::int as waiting from pg_locks
    where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
    for (;;) {
      const { rows } = (await open.database.execute(isWaiting)) as unknown as { rows: { waiting: number }[] };
      if (rows[0]?.waiting === 1) break;
    }
    finish();
    await Promise.all([first, second]);
    expect(steps).toEqual(['first begins', 'first ends', 'second begins']);
    await open.close();
  },
  60_000,
);

it('tryRunExclusively runs work for the first caller, reports to others that it was not run, and is free after a failure', async () => {
  const open = await openEmptyDatabase();
  const nothing = () => Promise.resolve();
  const inner: boolean[] = [];
  const isDone = await open.tryRunExclusively('one', async () => {
    inner.push(await open.tryRunExclusively('one', nothing), await open.tryRunExclusively('two', nothing));
  });
  expect(isDone).toBe(true);
  // The embedded database has one process, so it needs no lock.
  expect(inner).toEqual([getDatabaseServerUrl() === undefined, true]);
  await expect(open.tryRunExclusively('one', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await open.tryRunExclusively('one', nothing)).toBe(true);
  await open.close();
});
