import {
  createCounter,
  createGauge,
  createHistogram,
  type Metric,
} from '../../../platform/metrics/metrics.ts';
import type { ErrorReporter } from '../../../platform/sentry.ts';

/** Job that the backend runs periodically. */
export interface Job {
  /** Name in kebab case, also the name of its lock. */
  readonly name: string;
  /** Pause between the end of a run and the next, in milliseconds. */
  readonly intervalMs: number;
  /**
   * True if several processes may run it at once, because it reads its rows with `for update skip locked`.
   * Otherwise runs are serialized across processes.
   */
  readonly isShared?: boolean;
  /**
   * True if it deletes or ends data because time has passed. It is skipped while the clock of the process may
   * be wrong.
   */
  readonly isIrrevocable?: boolean;
  /**
   * Runs the job once. It must be safe to repeat or interrupt at any point.
   *
   * @param signal aborted when the process stops; a long run then ends at the next safe point
   */
  run(signal: AbortSignal): Promise<void>;
}

export interface SchedulerOptions {
  readonly jobs: readonly Job[];
  /**
   * Runs work unless another process runs work of the same name; returns whether it was run. See
   * `OpenDatabase.tryRunExclusively`.
   */
  readonly tryRunExclusively: (name: string, work: () => Promise<void>) => Promise<boolean>;
  /**
   * Returns whether the clock of this process is reliable. Called before each run of an irrevocable job. See
   * `DatabaseClock.compare`.
   */
  readonly isClockCorrect: () => Promise<boolean>;
  readonly errors: ErrorReporter;
  /** Monotonic time in milliseconds. */
  readonly clock: () => number;
  /** Current time in milliseconds since 1970. */
  readonly now?: () => number;
  /** Schedules a callback after a delay in milliseconds; returns a function that cancels it. */
  readonly schedule?: (callback: () => void, ms: number) => () => void;
}

export interface Scheduler {
  /** Starts all jobs shortly after, and then periodically. */
  start(): void;
  /** Runs a job now and waits for its end, or waits for the end of a running one. */
  run(name: string): Promise<void>;
  /** Runs a job now because it has work, or once more if it is running. Does nothing before `start`. */
  wake(name: string): void;
  /** Starts no further runs; resolves when the running ones have ended. */
  stop(): Promise<void>;
  readonly metrics: readonly Metric[];
}

function scheduleTimer(callback: () => void, ms: number): () => void {
  // A timer must not keep the process alive.
  const timer = setTimeout(callback, ms).unref();
  return () => clearTimeout(timer);
}

/**
 * Creates the scheduler of a process. A failed run is reported, and the job runs again after its interval.
 */
export function createScheduler(options: SchedulerOptions): Scheduler {
  const {
    jobs,
    tryRunExclusively,
    isClockCorrect,
    errors,
    clock,
    now = Date.now,
    schedule = scheduleTimer,
  } = options;
  const stopping = new AbortController();
  const running = new Map<string, Promise<void>>();
  const scheduled = new Map<string, () => void>();
  const outcomes = createCounter({
    name: 'backend_jobs_total',
    help: 'Job runs by outcome; skipped: another process was running the job; refused: the clock may be wrong',
    labelNames: ['job', 'outcome'],
  });
  const durations = createHistogram({
    name: 'backend_job_duration_seconds',
    help: 'Duration of a job run',
    labelNames: ['job'],
  });

  const lastDone = new Map<string, number>();
  const lastRuns = createGauge({
    name: 'backend_job_last_run_timestamp_seconds',
    help: 'Time of the last successful run of a job in this process',
    labelName: 'job',
    read: () => Object.fromEntries(lastDone),
  });

  async function runOnce(job: Job): Promise<void> {
    const startMs = clock();
    try {
      if (job.isIrrevocable && !(await isClockCorrect())) {
        outcomes.count(job.name, 'refused');
        return;
      }
      const work = () => job.run(stopping.signal);
      const isDone = job.isShared ? await work().then(() => true) : await tryRunExclusively(job.name, work);
      outcomes.count(job.name, isDone ? 'done' : 'skipped');
      if (isDone) lastDone.set(job.name, now() / 1000);
    } catch (error) {
      outcomes.count(job.name, 'failed');
      errors.reportError(error, { job: job.name });
    }
    durations.observe(clock() - startMs, job.name);
  }

  function runJob(job: Job): Promise<void> {
    const started =
      running.get(job.name) ??
      runOnce(job).finally(() => {
        running.delete(job.name);
      });
    running.set(job.name, started);
    return started;
  }

  /** Jobs woken while they ran: they may have missed the new work. */
  const wokenWhileRunning = new Set<string>();
  let isStarted = false;

  function scheduleRun(job: Job, ms: number): void {
    if (stopping.signal.aborted) return;
    scheduled.get(job.name)?.();
    scheduled.set(
      job.name,
      schedule(() => {
        scheduled.delete(job.name);
        void runJob(job).then(() => scheduleRun(job, job.intervalMs));
      }, ms),
    );
  }

  return {
    metrics: [outcomes, durations, lastRuns],
    start() {
      isStarted = true;
      for (const job of jobs) scheduleRun(job, Math.min(job.intervalMs, 1000));
    },
    wake(name) {
      const job = jobs.find((candidate) => candidate.name === name);
      if (!job || !isStarted || wokenWhileRunning.has(name)) return;
      const current = running.get(name);
      if (!current) {
        scheduleRun(job, 0);
        return;
      }
      wokenWhileRunning.add(name);
      void current.then(() => {
        wokenWhileRunning.delete(name);
        scheduleRun(job, 0);
      });
    },
    async run(name) {
      const job = jobs.find((candidate) => candidate.name === name);
      if (!job) throw new Error(`There is no job called '${name}'`);
      await runJob(job);
    },
    async stop() {
      stopping.abort();
      for (const cancel of scheduled.values()) cancel();
      await Promise.all(running.values());
    },
  };
}
