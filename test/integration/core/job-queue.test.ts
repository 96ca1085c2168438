import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { OpenDatabase } from '../../../server/backend/core/database/database.ts';
import {
  createJobQueue,
  createQueuedJobsJob,
  enqueue,
  requeueJob,
} from '../../../server/backend/core/jobs/job-queue.ts';
import { job } from '../../../server/backend/core/jobs/tables.ts';
import { HOUR_MS, MINUTE_MS } from '../../../shared/rules/durations.ts';
import { openEmptyDatabase } from '../../fixtures/sample-database.ts';
import {
  createSimulatedQueueProcess,
  createTestClock,
  QUEUE_START as START,
} from '../../fixtures/simulated-queue-process.ts';

let openedDatabase: OpenDatabase;
const testClock = createTestClock();
const { pass } = testClock;

beforeAll(async () => {
  openedDatabase = await openEmptyDatabase();
});

afterAll(() => openedDatabase?.close());

beforeEach(async () => {
  testClock.reset();
  await openedDatabase.database.delete(job);
});

/** Creates a process whose worker 'remind' runs `work` with the number of each job. */
function createWorkerProcess(work: (number: unknown) => Promise<void> | void = () => {}) {
  const done: unknown[] = [];
  const process = createSimulatedQueueProcess(testClock, (deps) =>
    createQueuedJobsJob({
      database: openedDatabase.database,
      workers: {
        remind: {
          retryDelaysMs: [MINUTE_MS, 5 * MINUTE_MS],
          run: async ({ payload }) => {
            await work(payload.number);
            done.push(payload.number);
          },
        },
      },
      ...deps,
    }),
  );
  const readGauge = (part: string) => process.readGauge(`backend_queued_jobs_${part}`).remind;
  return { ...process, done, readGauge };
}

const put = (number: number, inMs = 0, name = 'remind') =>
  enqueue(
    openedDatabase.database,
    name,
    { number },
    { runAt: new Date(testClock.now() + inMs), now: new Date(testClock.now()) },
  );

const readJobs = () => openedDatabase.database.select().from(job).orderBy(job.jobId);

describe('a queued job', () => {
  it('is rolled back with the transaction that queues it', async () => {
    const work = openedDatabase.database.transaction('write-review', async (transaction) => {
      await enqueue(transaction, 'remind', {}, { runAt: START, now: START });
      throw new Error('rollback');
    });
    await expect(work).rejects.toThrow('rollback');
    expect(await readJobs()).toEqual([]);
  });

  it('is run once when it is due, the earliest first', async () => {
    await put(2, 2 * HOUR_MS);
    await put(1, HOUR_MS);
    const { run, done } = createWorkerProcess();
    await run();
    expect(done).toEqual([]);
    pass(2 * HOUR_MS);
    await run();
    await run();
    expect(done).toEqual([1, 2]);
    expect(await readJobs()).toEqual([]);
  });

  it('that throws is retried, ends as a dead letter, and is run when it is put back', async () => {
    await put(1);
    await put(2);
    let isBroken = true;
    const { run, done, reported, readGauge } = createWorkerProcess((number) => {
      if (isBroken && number === 1) throw Object.assign(new Error('marit@stal.example'), { code: 'EAWAY' });
    });
    await run();
    expect(done).toEqual([2]);
    expect(await readJobs()).toMatchObject([{ attempts: 1, failure: 'EAWAY', deadAt: null }]);
    expect([readGauge('waiting'), readGauge('dead')]).toEqual([1, 0]);
    await run();
    expect((await readJobs())[0]?.attempts).toBe(1);
    pass(MINUTE_MS);
    await run();
    pass(4 * MINUTE_MS);
    await run();
    expect((await readJobs())[0]?.attempts).toBe(2);
    expect(readGauge('oldest_seconds')).toBe(0);
    pass(MINUTE_MS);
    await run();
    expect(await readJobs()).toMatchObject([{ attempts: 3, deadAt: new Date(testClock.now()) }]);
    expect([readGauge('waiting'), readGauge('dead'), reported.length]).toEqual([0, 1, 1]);
    pass(24 * HOUR_MS);
    isBroken = false;
    await run();
    expect(done).toEqual([2]);
    const [dead] = await readJobs();
    expect(await requeueJob(openedDatabase.database, dead!.jobId, new Date(testClock.now()))).toBe(true);
    await run();
    expect(done).toEqual([2, 1]);
  });

  it('of a dead process is run by another after its lease', async () => {
    await put(1);
    await createJobQueue(openedDatabase.database, 'remind').claimNext(START, 10 * MINUTE_MS);
    const { run, done } = createWorkerProcess();
    pass(9 * MINUTE_MS);
    await run();
    expect(done).toEqual([]);
    pass(MINUTE_MS);
    await run();
    expect(done).toEqual([1]);
  });

  it('of a slow process cannot change its state after another process has taken it over', async () => {
    await put(1);
    const queue = createJobQueue(openedDatabase.database, 'remind');
    const slow = await queue.claimNext(START, MINUTE_MS);
    pass(MINUTE_MS);
    await queue.claimNext(new Date(testClock.now()), MINUTE_MS);
    await queue.fail(slow!, 'late', new Date(testClock.now()), null);
    expect(await readJobs()).toMatchObject([{ attempts: 2, failure: null, deadAt: null }]);
  });

  it('with a name unknown to this release waits for a process that knows it', async () => {
    await put(1, 0, 'of-the-next-release');
    const { run, done } = createWorkerProcess();
    await run();
    expect(done).toEqual([]);
    expect(await readJobs()).toMatchObject([{ attempts: 0 }]);
  });

  it('does not wait for a slow job with another name', async () => {
    const started = Promise.withResolvers<void>();
    const refunded = Promise.withResolvers<void>();
    const { run } = createSimulatedQueueProcess(testClock, (deps) =>
      createQueuedJobsJob({
        database: openedDatabase.database,
        workers: {
          // The mail worker ends only after the refund.
          mail: {
            retryDelaysMs: [],
            run: () => {
              started.resolve();
              return refunded.promise;
            },
          },
          refund: { retryDelaysMs: [], run: async () => refunded.resolve() },
        },
        ...deps,
      }),
    );
    await put(1, 0, 'mail');
    const running = run();
    await started.promise;
    await put(2, 0, 'refund');
    await running;
    expect(await readJobs()).toEqual([]);
  });

  it('is run by one of several processes', async () => {
    for (let number = 0; number < 12; number += 1) await put(number);
    const done: unknown[] = [];
    const processes = [1, 2, 3].map(() => createWorkerProcess((number) => void done.push(number)));
    await Promise.all(processes.map(({ run }) => run()));
    expect(done.toSorted((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 12 }, (_, n) => n));
  });
});
