import { describe, expect, it } from '@jest/globals';
import { createScheduler, type Job } from './scheduler.ts';

interface PlannedTimer {
  readonly callback: () => void;
  readonly ms: number;
}

function createTestScheduler(
  jobs: Job[],
  tryRunExclusively = async (_name: string, work: () => Promise<void>) => work().then(() => true),
  isClockCorrect = async () => true,
) {
  const planned: PlannedTimer[] = [];
  const errors: { error: unknown; fields: unknown }[] = [];
  const scheduler = createScheduler({
    jobs,
    tryRunExclusively,
    isClockCorrect,
    errors: {
      reportError: (error, fields) => errors.push({ error, fields }),
      flush: () => Promise.resolve(),
    },
    clock: () => 0,
    schedule: (callback, ms) => {
      const plan = { callback, ms };
      planned.push(plan);
      return () => planned.splice(planned.indexOf(plan), 1);
    },
  });
  /** Starts the next planned run, and waits until the following one is planned. */
  const pass = async () => {
    planned.shift()?.callback();
    while (planned.length === 0) await Promise.resolve();
  };
  const countRuns = (outcome: string) =>
    scheduler.metrics
      .flatMap((measure) => measure.readSamples())
      .find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
  return { scheduler, planned, errors, pass, countRuns };
}

describe('the scheduler', () => {
  it('runs a job repeatedly, with the interval after each end', async () => {
    let runs = 0;
    const count = async () => {
      runs += 1;
    };
    const { scheduler, planned, pass } = createTestScheduler([
      { name: 'count', intervalMs: 30_000, run: count },
    ]);
    scheduler.start();
    expect(runs).toBe(0);
    await pass();
    await pass();
    expect(runs).toBe(2);
    expect(planned.map(({ ms }) => ms)).toEqual([30_000]);
  });

  it('runs a woken job immediately, or once more if it is running', async () => {
    let runs = 0;
    let end = () => {};
    const work = () => {
      runs += 1;
      return new Promise<void>((resolve) => {
        end = resolve;
      });
    };
    const { scheduler, planned } = createTestScheduler([{ name: 'work', intervalMs: 30_000, run: work }]);
    scheduler.wake('work');
    expect(planned).toEqual([]);
    scheduler.start();
    scheduler.wake('work');
    expect(planned.map(({ ms }) => ms)).toEqual([0]);
    planned.shift()?.callback();
    scheduler.wake('work');
    scheduler.wake('work');
    expect(planned).toEqual([]);
    const ended = scheduler.run('work');
    end();
    await ended;
    while (planned[0]?.ms !== 0) await Promise.resolve();
    expect(planned).toHaveLength(1);
    planned.shift()?.callback();
    expect(runs).toBe(2);
    end();
    await scheduler.stop();
    scheduler.wake('work');
    expect(planned.map(({ ms }) => ms)).toEqual([]);
  });

  it("reports a failed run with the job's name and runs the job again", async () => {
    const failure = new Error('no');
    const { scheduler, errors, pass, countRuns } = createTestScheduler([
      { name: 'fail', intervalMs: 1, run: () => Promise.reject(failure) },
    ]);
    scheduler.start();
    await pass();
    await pass();
    expect(errors).toEqual([
      { error: failure, fields: { job: 'fail' } },
      { error: failure, fields: { job: 'fail' } },
    ]);
    expect(countRuns('failed')).toBe(2);
  });

  it('skips a job that runs in another process', async () => {
    let runs = 0;
    const count = async () => {
      runs += 1;
    };
    const { scheduler, countRuns } = createTestScheduler(
      [{ name: 'alone', intervalMs: 1, run: count }],
      async () => false,
    );
    await scheduler.run('alone');
    expect(runs).toBe(0);
    expect(countRuns('skipped')).toBe(1);
  });

  it('does not check other processes for a shared job', async () => {
    let runs = 0;
    const count = async () => {
      runs += 1;
    };
    const { scheduler } = createTestScheduler(
      [{ name: 'shared', intervalMs: 1, isShared: true, run: count }],
      async () => false,
    );
    await scheduler.run('shared');
    expect(runs).toBe(1);
  });

  it('skips an irrevocable job while the clock may be wrong, and runs the others', async () => {
    const runs: string[] = [];
    const note = (name: string) => async () => {
      runs.push(name);
    };
    let isRight = false;
    const { scheduler, countRuns } = createTestScheduler(
      [
        { name: 'delete', intervalMs: 1, isIrrevocable: true, run: note('delete') },
        { name: 'send', intervalMs: 1, run: note('send') },
      ],
      undefined,
      async () => isRight,
    );
    await scheduler.run('delete');
    await scheduler.run('send');
    expect(runs).toEqual(['send']);
    expect(countRuns('refused')).toBe(1);
    isRight = true;
    await scheduler.run('delete');
    expect(runs).toEqual(['send', 'delete']);
  });

  it('reports a job whose clock cannot be compared, and skips it', async () => {
    let runs = 0;
    const { scheduler, errors, countRuns } = createTestScheduler(
      [
        {
          name: 'delete',
          intervalMs: 1,
          isIrrevocable: true,
          run: async () => {
            runs += 1;
          },
        },
      ],
      undefined,
      () => Promise.reject(new Error('away')),
    );
    await scheduler.run('delete');
    expect([runs, countRuns('failed'), errors.length]).toEqual([0, 1, 1]);
  });

  it('never runs the same job twice concurrently', async () => {
    const ends: (() => void)[] = [];
    const { scheduler } = createTestScheduler([
      { name: 'slow', intervalMs: 1, run: () => new Promise((resolve) => ends.push(resolve)) },
    ]);
    const both = [scheduler.run('slow'), scheduler.run('slow')];
    while (ends.length === 0) await Promise.resolve();
    for (const end of ends) end();
    await Promise.all(both);
    expect(ends).toHaveLength(1);
  });

  it('aborts running jobs on stop, waits for them, and starts no others', async () => {
    let isTold = false;
    const { scheduler, planned } = createTestScheduler([
      {
        name: 'long',
        intervalMs: 1,
        run: (signal) =>
          new Promise((resolve) => {
            signal.addEventListener('abort', () => {
              isTold = true;
              resolve();
            });
          }),
      },
    ]);
    scheduler.start();
    planned.shift()?.callback();
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    await scheduler.stop();
    expect(isTold).toBe(true);
    expect(planned).toEqual([]);
  });

  it('throws for an unknown job', async () => {
    const { scheduler } = createTestScheduler([]);
    await expect(scheduler.run('nope')).rejects.toThrow("There is no job called 'nope'");
  });
});
