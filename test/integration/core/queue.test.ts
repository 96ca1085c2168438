import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { asc, isNull } from 'drizzle-orm';
import { purgeCommand } from '../../../server/backend/app/purge-command.ts';
import { commandActor, recordAuditEntry } from '../../../server/backend/core/audit/audit.ts';
import { auditEntry } from '../../../server/backend/core/audit/tables.ts';
import { createPurgeWorker, deliverPurges, enqueuePurge } from '../../../server/backend/core/cache-purges.ts';
import type { Command } from '../../../server/backend/core/cli/command.ts';
import type { OpenDatabase } from '../../../server/backend/core/database/open-database.ts';
import { PermanentFailureError } from '../../../server/backend/core/queue/attempts.ts';
import { claimItem, failItem, finishItem } from '../../../server/backend/core/queue/claim-items.ts';
import { discardItem, retryItem } from '../../../server/backend/core/queue/dead-items.ts';
import { enqueue } from '../../../server/backend/core/queue/enqueue.ts';
import { outboxCommand } from '../../../server/backend/core/queue/outbox-command.ts';
import { createQueueWorker } from '../../../server/backend/core/queue/queue-worker.ts';
import { type QueueName, queueItem } from '../../../server/backend/core/queue/tables.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/rules/durations.ts';
import { runCommand } from '../../fixtures/run-command.ts';
import { openEmptyDatabase } from '../../fixtures/sample-database.ts';
import {
  createSimulatedQueueProcess,
  createTestClock,
  QUEUE_START as START,
} from '../../fixtures/simulated-queue-process.ts';

let openedDatabase: OpenDatabase;
/** Jobs that were woken. */
const wakes: string[] = [];
const clock = createTestClock();
const { pass } = clock;
const getNow = () => new Date(clock.now());

beforeAll(async () => {
  openedDatabase = await openEmptyDatabase({ onWake: (woken) => wakes.push(woken) });
});

afterAll(() => openedDatabase?.close());

beforeEach(async () => {
  clock.reset();
  wakes.length = 0;
  await openedDatabase.database.delete(queueItem);
  await openedDatabase.database.delete(auditEntry);
});

/** Creates a process that does items with `work`, which gets `key number`, or the number without a key. */
function createProcess(work: (what: string) => Promise<void> | void = () => {}) {
  const done: string[] = [];
  const worker = {
    retryDelaysMs: [MINUTE_MS, 5 * MINUTE_MS],
    run: async ({ orderingKey, payload }: { orderingKey: string | null; payload: object }) => {
      const number = String(Reflect.get(payload, 'number'));
      const what = orderingKey === null ? number : `${orderingKey} ${number}`;
      await work(what);
      done.push(what);
    },
  };
  const process = createSimulatedQueueProcess(clock, (deps) =>
    createQueueWorker({
      database: openedDatabase.database,
      workers: {
        payment: worker,
        'order-message': worker,
        'refresh-payment': { ...worker, giveUpAfterMs: 7 * DAY_MS },
      },
      ...deps,
    }),
  );
  return { ...process, done };
}

/** Enqueues an item of a subject. */
const put = (orderingKey: string, number: number, name: QueueName = 'payment') =>
  enqueue(openedDatabase.database, [{ name, orderingKey, payload: { number }, now: getNow() }]);

/** Enqueues an item that waits for no other. */
const putAlone = (number: number, inMs = 0, name: QueueName = 'order-message') =>
  enqueue(openedDatabase.database, [
    { name, payload: { number }, runAt: new Date(clock.now() + inMs), now: getNow() },
  ]);

const readItems = () => openedDatabase.database.select().from(queueItem).orderBy(asc(queueItem.queueItemId));
const readUndoneItems = () =>
  openedDatabase.database
    .select()
    .from(queueItem)
    .where(isNull(queueItem.doneAt))
    .orderBy(asc(queueItem.queueItemId));

describe('an item', () => {
  it('is rolled back with the transaction of its cause', async () => {
    const work = openedDatabase.database.transaction('write-review', async (transaction) => {
      await enqueuePurge(transaction, ['product-101'], START);
      throw new Error('rollback');
    });
    await expect(work).rejects.toThrow('rollback');
    expect(await readItems()).toEqual([]);
  });

  it('wakes the queue at the commit, once for all items of a transaction, and not after a rollback', async () => {
    await openedDatabase.database.transaction('write-review', async (transaction) => {
      await enqueuePurge(transaction, ['product-101'], START);
      await enqueuePurge(transaction, ['product-102'], START);
      expect(wakes).toEqual([]);
    });
    expect(wakes).toEqual(['queue']);
    const failing = openedDatabase.database.transaction('write-review', async (transaction) => {
      await enqueuePurge(transaction, ['product-101'], START);
      throw new Error('rollback');
    });
    await expect(failing).rejects.toThrow();
    await putAlone(1, 1);
    expect(wakes).toEqual(['queue']);
  });

  it('is enqueued with any number of others', async () => {
    const items = Array.from({ length: 2500 }, (_, number) => ({
      name: 'lab-result' as const,
      payload: { number },
      now: START,
    }));
    await openedDatabase.database.transaction('write-review', (transaction) => enqueue(transaction, items));
    expect((await readItems()).map(({ payload }) => payload.number)).toEqual(
      items.map(({ payload }) => payload.number),
    );
  });

  it('is done once, in the order of its key, and deleted after a week', async () => {
    for (const number of [1, 2, 3]) await put('order 1', number);
    await put('order 2', 1);
    await putAlone(4);
    const { run, done } = createProcess();
    await run();
    await run();
    expect(done.filter((what) => what.startsWith('order 1'))).toEqual([
      'order 1 1',
      'order 1 2',
      'order 1 3',
    ]);
    expect(done).toHaveLength(5);
    expect(await readUndoneItems()).toEqual([]);
    pass(6 * DAY_MS);
    await run();
    expect(await readItems()).toHaveLength(5);
    pass(2 * DAY_MS);
    await run();
    expect(await readItems()).toEqual([]);
  });

  it('is done when it is due, the earliest first', async () => {
    await putAlone(2, 2 * HOUR_MS);
    await putAlone(1, HOUR_MS);
    const { run, done, readGauge } = createProcess();
    await run();
    expect(done).toEqual([]);
    expect(readGauge('backend_queue_waiting')['order-message']).toBe(2);
    expect(readGauge('backend_queue_oldest_seconds')['order-message']).toBe(0);
    pass(2 * HOUR_MS);
    await run();
    await run();
    expect(done).toEqual(['1', '2']);
  });

  it('waits for the previous one of its key, and blocks no other key or name', async () => {
    await put('order 1', 1);
    await put('order 1', 2);
    await put('order 2', 1);
    await put('payment 9', 1, 'refresh-payment');
    await putAlone(1);
    let isAway = true;
    const { run, done } = createProcess((what) => {
      if (isAway && what === 'order 1 1') throw Object.assign(new Error('no'), { code: 'ECONNREFUSED' });
    });
    await run();
    expect(done.toSorted()).toEqual(['1', 'order 2 1', 'payment 9 1']);
    expect((await readItems())[0]).toMatchObject({ attempts: 1, failure: 'ECONNREFUSED', doneAt: null });
    isAway = false;
    await run();
    expect(done).toHaveLength(3);
    pass(MINUTE_MS);
    await run();
    expect(done.slice(3)).toEqual(['order 1 1', 'order 1 2']);
  });

  it('of another name waits for the previous one of its key, too', async () => {
    await put('order 1', 1);
    await put('order 1', 2, 'refresh-payment');
    let isAway = true;
    const { run, done } = createProcess((what) => {
      if (isAway && what === 'order 1 1') throw new TypeError('fetch failed');
    });
    await run();
    expect(done).toEqual([]);
    isAway = false;
    pass(MINUTE_MS);
    await run();
    await run();
    expect(done).toEqual(['order 1 1', 'order 1 2']);
  });

  it('is not lost if its receiver is unavailable for a day', async () => {
    for (const number of [1, 2]) await put('payment 9', number, 'refresh-payment');
    let isAway = true;
    const { run, done, readGauge } = createProcess((what) => {
      if (isAway && what.startsWith('payment 9')) throw new TypeError('fetch failed');
    });
    for (let minute = 0; minute < 1440; minute += 5) {
      await run();
      pass(5 * MINUTE_MS);
    }
    await put('payment 8', 1, 'refresh-payment');
    await run();
    expect(done).toEqual(['payment 8 1']);
    expect(readGauge('backend_queue_waiting')).toEqual({
      payment: 0,
      'order-message': 0,
      'refresh-payment': 2,
    });
    expect(readGauge('backend_queue_oldest_seconds')['refresh-payment']).toBe(86_400);
    isAway = false;
    pass(5 * MINUTE_MS);
    await run();
    expect(done).toEqual(['payment 8 1', 'payment 9 1', 'payment 9 2']);
  });

  it('without a key that fails is retried, given up and reported, and blocks no other', async () => {
    await putAlone(1);
    await putAlone(2);
    const { run, done, reported, readGauge } = createProcess((what) => {
      if (what === '1') throw Object.assign(new Error('marit@stal.example'), { code: 'EAWAY' });
    });
    const readGauges = () =>
      ['waiting', 'dead', 'oldest_seconds'].map(
        (part) => readGauge(`backend_queue_${part}`)['order-message'],
      );
    await run();
    expect(done).toEqual(['2']);
    expect(await readUndoneItems()).toMatchObject([{ attempts: 1, failure: 'EAWAY', deadAt: null }]);
    expect(readGauges()).toEqual([1, 0, 0]);
    await run();
    expect((await readItems())[0]?.attempts).toBe(1);
    pass(MINUTE_MS);
    await run();
    pass(4 * MINUTE_MS);
    await run();
    expect((await readItems())[0]?.attempts).toBe(2);
    expect(readGauges()).toEqual([1, 0, 300]);
    pass(MINUTE_MS);
    await run();
    expect(await readUndoneItems()).toMatchObject([{ attempts: 3, deadAt: getNow() }]);
    expect([...readGauges(), reported.length]).toEqual([0, 1, 0, 1]);
    pass(DAY_MS);
    await run();
    expect(await readUndoneItems()).toMatchObject([{ attempts: 3 }]);
  });

  it('that was given up blocks later ones of its key until a person retries it', async () => {
    await put('order 1', 1);
    await put('order 1', 2);
    let isBroken = true;
    const { run, done, reported, readGauge } = createProcess(() => {
      if (isBroken) throw new RangeError('no');
    });
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await run();
      pass(10 * MINUTE_MS);
    }
    const [first] = await readItems();
    expect(first).toMatchObject({ attempts: 3, failure: 'RangeError', deadAt: expect.any(Date) });
    expect(reported).toHaveLength(1);
    expect(readGauge('backend_queue_dead').payment).toBe(1);
    expect(done).toEqual([]);
    isBroken = false;
    wakes.length = 0;
    expect(await retryItem(openedDatabase.database, first!.queueItemId, getNow())).toBe(true);
    expect(await retryItem(openedDatabase.database, first!.queueItemId, getNow())).toBe(false);
    expect(wakes).toEqual(['queue']);
    await run();
    expect(done).toEqual(['order 1 1', 'order 1 2']);
  });

  it('is done in order after a person discards the dead one in front of it', async () => {
    for (const number of [1, 2, 3]) await put('order 1', number);
    const { run, done } = createProcess((what) => {
      if (what === 'order 1 1') throw new PermanentFailureError('refused');
    });
    await run();
    pass(DAY_MS);
    await run();
    expect(done).toEqual([]);
    const [first, second] = await readItems();
    expect(first).toMatchObject({ attempts: 1, failure: 'refused', deadAt: START });
    expect(await discardItem(openedDatabase.database, second!.queueItemId, getNow())).toBe(false);
    expect(await discardItem(openedDatabase.database, first!.queueItemId, getNow())).toBe(true);
    expect(await discardItem(openedDatabase.database, first!.queueItemId, getNow())).toBe(false);
    await run();
    expect(done).toEqual(['order 1 2', 'order 1 3']);
  });

  it('that can never be done is given up at once', async () => {
    await put('order 1', 1);
    const { run, reported } = createProcess(() => {
      throw new PermanentFailureError('refused');
    });
    await run();
    expect(await readItems()).toMatchObject([{ attempts: 1, deadAt: START }]);
    expect(reported).toHaveLength(1);
  });

  it('of a dead process is done by another after its lease, and the dead one changes nothing afterwards', async () => {
    await put('order 1', 1);
    const { database } = openedDatabase;
    const claimed = await claimItem(database, 'payment', START, 10 * MINUTE_MS);
    const { run, done } = createProcess(() => {
      throw new RangeError('no');
    });
    pass(9 * MINUTE_MS);
    await run();
    expect((await readItems())[0]?.attempts).toBe(1);
    pass(MINUTE_MS);
    await run();
    expect(done).toEqual([]);
    const [second] = await readItems();
    expect(second).toMatchObject({ attempts: 2, failure: 'RangeError', deadAt: null, doneAt: null });
    await failItem(database, claimed!, 'late', getNow(), null);
    await finishItem(database, claimed!, getNow());
    expect(await readItems()).toEqual([second]);
  });

  it('that has ended its process with every attempt is given up, and not tried again', async () => {
    await put('order 1', 1);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect(await claimItem(openedDatabase.database, 'payment', getNow(), 10 * MINUTE_MS)).toBeDefined();
      pass(10 * MINUTE_MS);
    }
    const { run, done, reported } = createProcess();
    await run();
    expect(done).toEqual([]);
    expect(await readItems()).toMatchObject([{ failure: 'broken_off', deadAt: getNow() }]);
    expect(reported).toHaveLength(1);
  });

  it('with a name unknown to this release waits for a process that knows it', async () => {
    await putAlone(1, 0, 'of-the-next-release' as QueueName);
    const { run, done } = createProcess();
    await run();
    expect(done).toEqual([]);
    expect(await readItems()).toMatchObject([{ attempts: 0 }]);
  });

  it('does not wait for a slow one of another name', async () => {
    const started = Promise.withResolvers<void>();
    const paid = Promise.withResolvers<void>();
    const { run } = createSimulatedQueueProcess(clock, (deps) =>
      createQueueWorker({
        database: openedDatabase.database,
        workers: {
          // The mail worker ends only after the payment.
          mail: {
            retryDelaysMs: [],
            run: () => {
              started.resolve();
              return paid.promise;
            },
          },
          payment: { retryDelaysMs: [], run: async () => paid.resolve() },
        },
        ...deps,
      }),
    );
    await putAlone(1, 0, 'mail');
    const running = run();
    await started.promise;
    await putAlone(2, 0, 'payment');
    await running;
    expect(await readUndoneItems()).toEqual([]);
  });

  it('is done by one of several processes, in the order of its key', async () => {
    for (const number of Array.from({ length: 8 }, (_, n) => n)) {
      for (const key of ['order 1', 'order 2', 'order 3']) await put(key, number);
      await putAlone(number);
    }
    const done: string[] = [];
    const processes = [1, 2, 3].map(() => createProcess((what) => void done.push(what)));
    // Each run ends when nothing is due; meanwhile another may work on an item that blocks the rest.
    for (let round = 0; round < 8; round += 1) await Promise.all(processes.map(({ run }) => run()));
    for (const key of ['order 1', 'order 2', 'order 3']) {
      const own = done.filter((what) => what.startsWith(key));
      expect(own).toEqual(Array.from({ length: 8 }, (_, n) => `${key} ${n}`));
    }
    expect(done.filter((what) => !what.startsWith('order')).toSorted()).toEqual(
      Array.from({ length: 8 }, (_, n) => String(n)),
    );
  });

  it('that is due before the next interval wakes the queue at its moment', async () => {
    await putAlone(1, 5);
    const { run } = createProcess();
    await run();
    while (wakes.length === 0) await setImmediate();
    expect(wakes).toEqual(['queue']);
  });
});

describe('a unique key', () => {
  const putUnique = (number: number, inMs: number, name: QueueName = 'order-message') =>
    enqueue(openedDatabase.database, [
      {
        name,
        uniqueKey: 'payment 7',
        payload: { number },
        runAt: new Date(clock.now() + inMs),
        now: getNow(),
      },
    ]);

  it('adds no second item while one waits, and moves the waiting one forward', async () => {
    await putUnique(1, HOUR_MS);
    await putUnique(2, 2 * HOUR_MS);
    expect(await readItems()).toMatchObject([
      { payload: { number: 1 }, runAt: new Date(clock.now() + HOUR_MS) },
    ]);
    await putUnique(3, MINUTE_MS);
    await putUnique(4, MINUTE_MS, 'payment');
    expect(await readItems()).toMatchObject([
      { name: 'order-message', payload: { number: 1 }, runAt: new Date(clock.now() + MINUTE_MS) },
      { name: 'payment', payload: { number: 4 } },
    ]);
  });

  it('is free again when the attempt starts, so that a change during the attempt is not missed', async () => {
    await putUnique(1, 0);
    const first = await claimItem(openedDatabase.database, 'order-message', getNow(), MINUTE_MS);
    await putUnique(2, 0);
    await putUnique(3, 0);
    await failItem(openedDatabase.database, first!, 'refused', getNow(), null);
    expect((await readItems()).map(({ payload }) => payload.number)).toEqual([1, 2]);
    // The dead item is retried although another waits under its key.
    expect(await retryItem(openedDatabase.database, first!.id, getNow())).toBe(true);
    const { run, done } = createProcess();
    await run();
    expect(done.toSorted()).toEqual(['1', '2']);
  });

  it('is used once by transactions that enqueue it at the same time', async () => {
    const { database } = openedDatabase;
    const items = [0, 1, 2, 3].map((number) => ({
      name: 'order-message' as const,
      uniqueKey: 'payment 7',
      payload: { number },
      now: START,
    }));
    await Promise.all(
      items.map((item) =>
        database.transaction('write-review', async (transaction) => {
          await transaction.$count(queueItem);
          await enqueue(transaction, [item]);
        }),
      ),
    );
    expect(await readItems()).toHaveLength(1);
  });
});

/** Runs a command, and returns its result and output; warnings begin with '!'. */
const run = (command: Command, words: readonly string[], waitingPurges = 0) =>
  runCommand(command, words, {
    database: openedDatabase.database,
    now: getNow(),
    waitingPurges,
  });

describe('npm run outbox', () => {
  const runOutbox = (...words: string[]) => run(outboxCommand, words);

  it('lists items that were given up, retries or discards them, and shows no personal data', async () => {
    expect(await runOutbox('list')).toMatchObject({ exit: 0, told: 'There are no dead items.' });
    await openedDatabase.database.insert(queueItem).values(
      ['order 1', 'order 1', 'order 2', null].map((orderingKey, number) => ({
        name: orderingKey === null ? ('order-message' as const) : ('payment' as const),
        orderingKey,
        payload: { number, note: 'marit@stal.example' },
        dueSince: START,
        runAt: START,
        attempts: [3, 0, 3, 1][number]!,
        failure: number === 1 ? null : 'ECONNREFUSED',
        deadAt: number === 1 ? null : START,
      })),
    );
    const [first, second, third, alone] = (await readItems()).map(({ queueItemId }) => queueItemId);
    const state = 'given up 2026-11-05 12:00 (UTC)';
    expect(await runOutbox('list')).toMatchObject({
      exit: 0,
      told: [
        `item-${first} · payment · order 1 · ${state} · 3 attempts · ECONNREFUSED`,
        `item-${third} · payment · order 2 · ${state} · 3 attempts · ECONNREFUSED`,
        `item-${alone} · order-message · ${state} · 1 attempt · ECONNREFUSED`,
      ].join('\n'),
    });
    expect(await runOutbox('discard', `item-${first}`)).toMatchObject({ exit: 0 });
    expect(await runOutbox('retry', `item-${third}`)).toMatchObject({ exit: 0 });
    expect(await runOutbox('discard', `item-${alone}`)).toMatchObject({ exit: 0 });
    const { run, done } = createProcess();
    await run();
    expect(done.toSorted()).toEqual(['order 1 1', 'order 2 2']);
    expect(await runOutbox('list')).toMatchObject({ exit: 0, told: 'There are no dead items.' });
    for (const order of ['retry', 'discard']) {
      expect(await runOutbox(order, `item-${first}`)).toMatchObject({ exit: 1 });
      expect(await runOutbox(order, `item-${second}`)).toMatchObject({
        exit: 1,
        err: `There is no dead item-${second}: nothing was changed.`,
      });
    }
    const noted = await openedDatabase.database.select().from(auditEntry).orderBy(auditEntry.auditEntryId);
    expect(noted.map(({ act, resource, resourceId }) => `${act} ${resource} ${resourceId}`)).toEqual([
      `discard queue-item ${first}`,
      `retry queue-item ${third}`,
      `discard queue-item ${alone}`,
    ]);
  });

  it.each([
    [[]],
    [['list', 'all']],
    [['retry']],
    [['retry', '1']],
    [['drop', 'item-1']],
    [['retry', 'item-0']],
    [['retry', 'event-1']],
    [['retry', 'item-1', 'x']],
  ])('rejects the arguments %j', (words) => {
    expect(outboxCommand.prepare(words, '/')).toBeNull();
  });
});

describe('npm run purge', () => {
  const runPurge = (words: readonly string[], waiting: number) => run(purgeCommand, words, waiting);

  it('uses the queue of all purges, is logged, and reports webs that are still to be notified', async () => {
    expect(await runPurge(['product-101', 'category-11'], 0)).toMatchObject({
      exit: 0,
      told: 'Purge a CDN in front of the shop by the key product-101 category-11.',
    });
    const missed = await runPurge(['--all'], 1);
    expect(missed).toMatchObject({ exit: 1, err: expect.stringContaining('Not every web process') });
    expect((await readItems()).map(({ name, payload }) => [name, payload])).toEqual([
      ['purge', { keys: ['product-101', 'category-11'] }],
      ['purge', { keys: ['*'] }],
    ]);
    expect(await openedDatabase.database.select().from(auditEntry)).toMatchObject([
      {
        actorKind: 'keeper',
        act: 'purge',
        resource: 'pages',
        details: { keys: ['product-101', 'category-11'] },
      },
      { details: { keys: ['*'] } },
    ]);
  });
});

describe('an entry of the audit log', () => {
  it('cannot be changed', async () => {
    await recordAuditEntry(openedDatabase.database, {
      actor: commandActor,
      act: 'hide',
      resource: 'review',
      resourceId: 1,
      now: START,
    });
    await expect(openedDatabase.database.update(auditEntry).set({ act: 'show' })).rejects.toMatchObject({
      name: 'DatabaseError',
    });
  });
});

describe('a purge', () => {
  it('reaches each web, also one that is back after a day, which does not block others', async () => {
    const away = new Set(['http://two:9100/']);
    const told: string[] = [];
    const webCaches = {
      targets: ['http://one:9100/', 'http://two:9100/'],
      notify: async (target: string, keys: readonly string[]) => {
        if (away.has(target)) throw new TypeError('fetch failed');
        told.push(`${target} ${keys.join(' ')}`);
        return 1;
      },
    };
    const { database } = openedDatabase;
    const { run } = createSimulatedQueueProcess(clock, (deps) =>
      createQueueWorker({
        database,
        workers: { purge: createPurgeWorker({ database, webCaches, clock: clock.now }) },
        ...deps,
      }),
    );
    await enqueuePurge(database, ['product-101'], START);
    await run();
    pass(DAY_MS);
    await enqueuePurge(database, ['product-102', 'site-1'], getNow());
    await run();
    const one = ['http://one:9100/ product-101', 'http://one:9100/ product-102 site-1'];
    expect(told).toEqual(one);
    away.clear();
    pass(MINUTE_MS);
    await run();
    expect(told).toEqual([...one, 'http://two:9100/ product-101', 'http://two:9100/ product-102 site-1']);
    expect(await readUndoneItems()).toEqual([]);

    // A web that was unavailable for a week has lost its purges; later ones reach it nevertheless.
    told.length = 0;
    away.add('http://two:9100/');
    await enqueuePurge(database, ['product-103'], getNow());
    await run();
    pass(8 * DAY_MS);
    await run();
    await enqueuePurge(database, ['product-104'], getNow());
    await run();
    away.clear();
    pass(MINUTE_MS);
    await run();
    expect(told.filter((what) => what.startsWith('http://two'))).toEqual(['http://two:9100/ product-104']);
  });

  it('that another process is delivering can be waited for', async () => {
    const { database } = openedDatabase;
    const answers = new Map<string, () => void>();
    let isAway = false;
    const asked: (() => void)[] = [];
    const webCaches = {
      targets: ['http://one:9100/'],
      notify: (_: string, [key = '']: readonly string[]) =>
        new Promise<number>((resolve, reject) => {
          if (isAway) reject(new TypeError('fetch failed'));
          answers.set(key, () => resolve(1));
          for (const resolveNext of asked.splice(0)) resolveNext();
        }),
    };
    const createDelivery = () =>
      createSimulatedQueueProcess(clock, (deps) =>
        createQueueWorker({
          database,
          workers: { purge: createPurgeWorker({ database, webCaches, clock: clock.now }) },
          ...deps,
        }),
      );
    const never = new AbortController().signal;
    const [other, own] = [createDelivery(), createDelivery()];
    await enqueuePurge(database, ['product-101'], START);
    const isAsked = new Promise<void>((resolve) => asked.push(resolve));
    const delivery = other.run();
    await isAsked;
    const ran: (() => void)[] = [];
    const hasPolledTwice = new Promise<void>((resolve) => ran.push(resolve));
    let runs = 0;
    let waiting: number | undefined;
    const ended = deliverPurges(
      database,
      async () => {
        await own.run();
        runs += 1;
        if (runs === 2) for (const resolveNext of ran) resolveNext();
      },
      never,
    ).then((count) => {
      waiting = count;
    });
    await hasPolledTwice;
    expect(waiting).toBeUndefined();
    answers.get('product-101')?.();
    await Promise.all([delivery, ended]);
    expect(waiting).toBe(0);

    // A failed purge is retried later and blocks those behind it, so there is no wait for them.
    isAway = true;
    await enqueuePurge(database, ['product-102'], getNow());
    expect(await deliverPurges(database, own.run, never)).toBe(1);
    await enqueuePurge(database, ['product-103'], getNow());
    expect(await deliverPurges(database, own.run, never)).toBe(2);
  });
});
