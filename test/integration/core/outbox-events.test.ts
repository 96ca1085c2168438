import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { asc } from 'drizzle-orm';
import { purgeCommand } from '../../../server/backend/app/purge-command.ts';
import { commandActor, recordAuditEntry } from '../../../server/backend/core/audit/audit.ts';
import { auditEntry } from '../../../server/backend/core/audit/tables.ts';
import type { Command } from '../../../server/backend/core/cli/command.ts';
import type { OpenDatabase } from '../../../server/backend/core/database/database.ts';
import { enqueue } from '../../../server/backend/core/jobs/job-queue.ts';
import { job } from '../../../server/backend/core/jobs/tables.ts';
import {
  createPurgeWorker,
  deliverPurges,
  enqueuePurge,
} from '../../../server/backend/core/outbox/cache-purges.ts';
import { createEventDeliveryJob } from '../../../server/backend/core/outbox/jobs.ts';
import { outboxCommand } from '../../../server/backend/core/outbox/outbox-command.ts';
import {
  createEventQueue,
  enqueueEvents,
  requeueEvent,
} from '../../../server/backend/core/outbox/queries.ts';
import { type EventKind, outboxEvent } from '../../../server/backend/core/outbox/tables.ts';
import { PermanentFailureError } from '../../../server/backend/core/queue/drain-queue.ts';
import { DAY_MS, MINUTE_MS } from '../../../shared/rules/durations.ts';
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

beforeAll(async () => {
  openedDatabase = await openEmptyDatabase({ onWake: (woken) => wakes.push(woken) });
});

afterAll(() => openedDatabase?.close());

beforeEach(async () => {
  clock.reset();
  await openedDatabase.database.delete(outboxEvent);
  await openedDatabase.database.delete(auditEntry);
});

/** Creates a process that delivers events to `receive`, which gets `key number`. */
function createDeliveryProcess(receive: (heard: string) => Promise<void> | void = () => {}) {
  const heard: string[] = [];
  const worker = {
    retryDelaysMs: [MINUTE_MS, 5 * MINUTE_MS],
    run: async ({ orderingKey, payload }: { orderingKey: string; payload: object }) => {
      const what = `${orderingKey} ${Reflect.get(payload, 'number')}`;
      await receive(what);
      heard.push(what);
    },
  };
  const process = createSimulatedQueueProcess(clock, (deps) =>
    createEventDeliveryJob({
      database: openedDatabase.database,
      workers: { payment: worker, stock: { ...worker, giveUpAfterMs: 7 * DAY_MS } },
      ...deps,
    }),
  );
  return { ...process, heard };
}

const put = (orderingKey: string, number: number, kind: EventKind = 'payment') =>
  enqueueEvents(openedDatabase.database, [
    { kind, orderingKey, payload: { number }, now: new Date(clock.now()) },
  ]);

const readEvents = () =>
  openedDatabase.database.select().from(outboxEvent).orderBy(asc(outboxEvent.outboxEventId));

describe('an event', () => {
  it('is rolled back with the transaction of its cause', async () => {
    const work = openedDatabase.database.transaction('write-review', async (transaction) => {
      await enqueuePurge(transaction, ['product-101'], START);
      throw new Error('rollback');
    });
    await expect(work).rejects.toThrow('rollback');
    expect(await readEvents()).toEqual([]);
  });

  it('wakes its job at the commit, once for all events of a transaction, and not after a rollback', async () => {
    wakes.length = 0;
    await openedDatabase.database.transaction('write-review', async (transaction) => {
      await enqueuePurge(transaction, ['product-101'], START);
      await enqueuePurge(transaction, ['product-102'], START);
      await enqueue(transaction, 'remind', {}, { runAt: START, now: START });
      await enqueue(transaction, 'remind', {}, { runAt: new Date(START.getTime() + 1), now: START });
      expect(wakes).toEqual([]);
    });
    expect(wakes).toEqual(['events', 'queued-jobs']);
    const failing = openedDatabase.database.transaction('write-review', async (transaction) => {
      await enqueuePurge(transaction, ['product-101'], START);
      throw new Error('rollback');
    });
    await expect(failing).rejects.toThrow();
    expect(wakes).toHaveLength(2);
    await openedDatabase.database.delete(job);
  });

  it('is delivered once, in the order of its key, and deleted after a week', async () => {
    for (const number of [1, 2, 3]) await put('order 1', number);
    await put('order 2', 1);
    const { run, heard } = createDeliveryProcess();
    await run();
    await run();
    expect(heard.filter((what) => what.startsWith('order 1'))).toEqual([
      'order 1 1',
      'order 1 2',
      'order 1 3',
    ]);
    expect(heard).toHaveLength(4);
    pass(8 * DAY_MS);
    await run();
    expect(await readEvents()).toEqual([]);
  });

  it('waits for the previous one of its key, and blocks no other key or name', async () => {
    await put('order 1', 1);
    await put('order 1', 2);
    await put('order 2', 1);
    await put('variant 9', 1, 'stock');
    let isAway = true;
    const { run, heard } = createDeliveryProcess((what) => {
      if (isAway && what === 'order 1 1') throw Object.assign(new Error('no'), { code: 'ECONNREFUSED' });
    });
    await run();
    expect(heard.toSorted()).toEqual(['order 2 1', 'variant 9 1']);
    expect((await readEvents())[0]).toMatchObject({ attempts: 1, failure: 'ECONNREFUSED', doneAt: null });
    isAway = false;
    await run();
    expect(heard).toHaveLength(2);
    pass(MINUTE_MS);
    await run();
    expect(heard.slice(2)).toEqual(['order 1 1', 'order 1 2']);
  });

  it('is not lost if its receiver is unavailable for a day', async () => {
    for (const number of [1, 2]) await put('variant 9', number, 'stock');
    let isAway = true;
    const { run, heard, readGauge } = createDeliveryProcess((what) => {
      if (isAway && what.startsWith('variant 9')) throw new TypeError('fetch failed');
    });
    for (let minute = 0; minute < 1440; minute += 5) {
      await run();
      pass(5 * MINUTE_MS);
    }
    await put('variant 8', 1, 'stock');
    await run();
    expect(heard).toEqual(['variant 8 1']);
    expect(readGauge('backend_events_waiting')).toEqual({ payment: 0, stock: 2 });
    expect(readGauge('backend_events_oldest_seconds').stock).toBe(86_400);
    isAway = false;
    pass(5 * MINUTE_MS);
    await run();
    expect(heard).toEqual(['variant 8 1', 'variant 9 1', 'variant 9 2']);
  });

  it('is given up and reported after its last attempt, and blocks later ones of its key until it is put back', async () => {
    await put('order 1', 1);
    await put('order 1', 2);
    let isBroken = true;
    const { run, heard, reported, readGauge } = createDeliveryProcess(() => {
      if (isBroken) throw new RangeError('no');
    });
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await run();
      pass(10 * MINUTE_MS);
    }
    const [first] = await readEvents();
    expect(first).toMatchObject({ attempts: 3, failure: 'RangeError', deadAt: expect.any(Date) });
    expect(reported).toHaveLength(1);
    expect(readGauge('backend_events_dead')).toEqual({ payment: 1, stock: 0 });
    expect(heard).toEqual([]);
    isBroken = false;
    expect(await requeueEvent(openedDatabase.database, first!.outboxEventId, new Date(clock.now()))).toBe(
      true,
    );
    expect(await requeueEvent(openedDatabase.database, first!.outboxEventId, new Date(clock.now()))).toBe(
      false,
    );
    await run();
    expect(heard).toEqual(['order 1 1', 'order 1 2']);
  });

  it('that can never be delivered is given up at once', async () => {
    await put('order 1', 1);
    const { run, reported } = createDeliveryProcess(() => {
      throw new PermanentFailureError('refused');
    });
    await run();
    expect(await readEvents()).toMatchObject([{ attempts: 1, deadAt: START }]);
    expect(reported).toHaveLength(1);
  });

  it('of a dead process is delivered by another after its lease, and the dead one changes nothing afterwards', async () => {
    await put('order 1', 1);
    const queue = createEventQueue(openedDatabase.database, 'payment');
    const taken = await queue.claimNext(START, 10 * MINUTE_MS);
    const { run, heard } = createDeliveryProcess(() => {
      throw new RangeError('no');
    });
    await run();
    expect((await readEvents())[0]?.attempts).toBe(1);
    pass(10 * MINUTE_MS);
    await run();
    expect(heard).toEqual([]);
    expect((await readEvents())[0]).toMatchObject({ attempts: 2, deadAt: null });
    await queue.fail(taken!, 'late', new Date(clock.now()), null);
    expect((await readEvents())[0]).toMatchObject({ failure: 'RangeError', deadAt: null });
  });

  it('that has ended its process with every attempt is given up, and not tried again', async () => {
    await put('order 1', 1);
    const queue = createEventQueue(openedDatabase.database, 'payment');
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect(await queue.claimNext(new Date(clock.now()), 10 * MINUTE_MS)).toBeDefined();
      pass(10 * MINUTE_MS);
    }
    const { run, heard, reported } = createDeliveryProcess();
    await run();
    expect(heard).toEqual([]);
    expect(await readEvents()).toMatchObject([{ failure: 'broken_off', deadAt: new Date(clock.now()) }]);
    expect(reported).toHaveLength(1);
  });

  it('is delivered by one of several processes, in order', async () => {
    for (const number of Array.from({ length: 8 }, (_, n) => n)) {
      for (const key of ['order 1', 'order 2', 'order 3']) await put(key, number);
    }
    const heard: string[] = [];
    const processes = [1, 2, 3].map(() => createDeliveryProcess((what) => void heard.push(what)));
    // Each run ends when nothing is due; meanwhile another may work on an event that blocks the rest.
    for (let round = 0; round < 8; round += 1) await Promise.all(processes.map(({ run }) => run()));
    for (const key of ['order 1', 'order 2', 'order 3']) {
      const own = heard.filter((what) => what.startsWith(key));
      expect(own).toEqual(Array.from({ length: 8 }, (_, n) => `${key} ${n}`));
    }
  });
});

/** Runs a command, and returns its result and output; warnings begin with '!'. */
const run = (command: Command, words: readonly string[], waitingPurges = 0) =>
  runCommand(command, words, {
    database: openedDatabase.database,
    now: new Date(clock.now()),
    waitingPurges,
  });

describe('npm run outbox', () => {
  const runOutbox = (...words: string[]) => run(outboxCommand, words);

  it('lists events that were given up, retries or drops them, and shows no personal data', async () => {
    expect(await runOutbox('list')).toMatchObject({ exit: 0, told: 'There are no dead events or jobs.' });
    await openedDatabase.database.insert(outboxEvent).values(
      ['order 1', 'order 1', 'order 2'].map((orderingKey, number) => ({
        kind: 'payment' as const,
        orderingKey,
        payload: { number, note: 'marit@stal.example' },
        createdAt: START,
        nextAttemptAt: START,
        attempts: number === 1 ? 0 : 3,
        failure: number === 1 ? null : 'ECONNREFUSED',
        deadAt: number === 1 ? null : START,
      })),
    );
    const [first, second, third] = (await readEvents()).map(({ outboxEventId }) => outboxEventId);
    const [lost] = await openedDatabase.database
      .insert(job)
      .values({ name: 'remind', payload: {}, createdAt: START, runAt: START, attempts: 1, deadAt: START })
      .returning({ id: job.jobId });
    const state = 'given up 2026-11-05 12:00 (UTC)';
    expect(await runOutbox('list')).toMatchObject({
      exit: 0,
      told: [
        `event-${first} · payment · order 1 · ${state} · 3 attempts · ECONNREFUSED`,
        `event-${third} · payment · order 2 · ${state} · 3 attempts · ECONNREFUSED`,
        `job-${lost?.id} · remind · ${state} · 1 attempt · `,
      ].join('\n'),
    });
    expect(await runOutbox('discard', `event-${first}`)).toMatchObject({ exit: 0 });
    expect(await runOutbox('retry', `event-${third}`)).toMatchObject({ exit: 0 });
    expect(await runOutbox('discard', `job-${lost?.id}`)).toMatchObject({ exit: 0 });
    const { run, heard } = createDeliveryProcess();
    await run();
    expect(heard.toSorted()).toEqual(['order 1 1', 'order 2 2']);
    expect(await runOutbox('list')).toMatchObject({ exit: 0, told: 'There are no dead events or jobs.' });
    for (const order of ['retry', 'discard']) {
      expect(await runOutbox(order, `event-${first}`)).toMatchObject({ exit: 1 });
      expect(await runOutbox(order, `event-${second}`)).toMatchObject({
        exit: 1,
        err: `There is no dead event-${second}: nothing was changed.`,
      });
    }
    const noted = await openedDatabase.database.select().from(auditEntry).orderBy(auditEntry.auditEntryId);
    expect(noted.map(({ act, resource, resourceId }) => `${act} ${resource} ${resourceId}`)).toEqual([
      `discard event ${first}`,
      `retry event ${third}`,
      `discard job ${lost?.id}`,
    ]);
  });

  it.each([
    [[]],
    [['list', 'all']],
    [['retry']],
    [['retry', '1']],
    [['drop', 'event-1']],
    [['retry', 'event-1', 'x']],
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
    expect((await readEvents()).map(({ kind, payload }) => [kind, payload])).toEqual([
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
      createEventDeliveryJob({
        database,
        workers: { purge: createPurgeWorker({ database, webCaches, clock: clock.now }) },
        ...deps,
      }),
    );
    await enqueuePurge(database, ['product-101'], START);
    await run();
    pass(DAY_MS);
    await enqueuePurge(database, ['product-102', 'site-1'], new Date(clock.now()));
    await run();
    const one = ['http://one:9100/ product-101', 'http://one:9100/ product-102 site-1'];
    expect(told).toEqual(one);
    away.clear();
    pass(MINUTE_MS);
    await run();
    expect(told).toEqual([...one, 'http://two:9100/ product-101', 'http://two:9100/ product-102 site-1']);
    expect((await readEvents()).filter(({ doneAt }) => doneAt === null)).toEqual([]);

    // A web that was unavailable for a week has lost its purges; later ones reach it nevertheless.
    told.length = 0;
    away.add('http://two:9100/');
    await enqueuePurge(database, ['product-103'], new Date(clock.now()));
    await run();
    pass(8 * DAY_MS);
    await run();
    await enqueuePurge(database, ['product-104'], new Date(clock.now()));
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
        createEventDeliveryJob({
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
    await enqueuePurge(database, ['product-102'], new Date(clock.now()));
    expect(await deliverPurges(database, own.run, never)).toBe(1);
    await enqueuePurge(database, ['product-103'], new Date(clock.now()));
    expect(await deliverPurges(database, own.run, never)).toBe(2);
  });
});
