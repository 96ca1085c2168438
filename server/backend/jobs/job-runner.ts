import {
  createCounter,
  createGauge,
  createHistogram,
  type Measure,
} from '../../platform/metrics/measures.ts';
import type { ErrorReporter } from '../../platform/sentry.ts';

/** Something that the backend does by itself, again and again. */
export interface Job {
  /** In kebab case; also the name of its lock. */
  readonly name: string;
  /** Pause between the end of a run and the next, in milliseconds. */
  readonly intervalMs: number;
  /** Several processes may run it at once, because it takes its rows with `for update skip locked`. Else one at a time does. */
  readonly isShared?: boolean;
  /** It deletes or ends something because time has passed. It does not run while the clock of the process may be wrong. */
  readonly isIrrevocable?: boolean;
  /**
   * One run. It must do no harm when it is done twice or broken off anywhere.
   *
   * @param signal aborted when the process stops: a long run ends at its next good place
   */
  run(signal: AbortSignal): Promise<void>;
}

export interface JobRunnerOptions {
  readonly jobs: readonly Job[];
  /** Does the work unless another process is at the same; answers whether it was done. See `OpenDatabase.tryAlone`. */
  readonly tryAlone: (name: string, work: () => Promise<void>) => Promise<boolean>;
  /** Whether the time of this process can be trusted; asked before each run of an irrevocable job. See `DatabaseClock.compare`. */
  readonly isClockRight: () => Promise<boolean>;
  readonly errors: ErrorReporter;
  /** Milliseconds, monotonic. */
  readonly clock: () => number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Calls back once after some milliseconds; answers what cancels it. */
  readonly schedule?: (callback: () => void, ms: number) => () => void;
}

export interface JobRunner {
  /** Begins: every job soon, then in its interval. */
  start(): void;
  /** Runs a job now and waits for its end; a run of the same job that is on its way is waited for instead. */
  run(name: string): Promise<void>;
  /** Runs a job now, since it has something to do; one that is running runs once more. Does nothing before `start`. */
  wake(name: string): void;
  /** No further runs; resolves when the running ones have ended. */
  stop(): Promise<void>;
  readonly measures: readonly Measure[];
}

function scheduleTimer(callback: () => void, ms: number): () => void {
  // Work that only repeats keeps no process alive.
  const timer = setTimeout(callback, ms).unref();
  return () => clearTimeout(timer);
}

/** Makes the runner of a process. A job that fails is reported and gets its next turn. */
export function createJobRunner(options: JobRunnerOptions): JobRunner {
  const { jobs, tryAlone, isClockRight, errors, clock, now = Date.now, schedule = scheduleTimer } = options;
  const stopping = new AbortController();
  const running = new Map<string, Promise<void>>();
  const scheduled = new Map<string, () => void>();
  const outcomes = createCounter({
    name: 'backend_jobs_total',
    help: 'Runs of the jobs, by how they ended; skipped: another process was at it; refused: the clock may be wrong',
    labelNames: ['job', 'outcome'],
  });
  const durations = createHistogram({
    name: 'backend_job_duration_seconds',
    help: 'Time that a run of a job took',
    labelNames: ['job'],
  });

  const lastDone = new Map<string, number>();
  const lastRuns = createGauge({
    name: 'backend_job_last_run_timestamp_seconds',
    help: 'When a job last ended without a failure, in this process',
    labelName: 'job',
    read: () => Object.fromEntries(lastDone),
  });

  async function runOnce(job: Job): Promise<void> {
    const startMs = clock();
    try {
      if (job.isIrrevocable && !(await isClockRight())) {
        outcomes.count(job.name, 'refused');
        return;
      }
      const work = () => job.run(stopping.signal);
      const isDone = job.isShared ? await work().then(() => true) : await tryAlone(job.name, work);
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

  /** Jobs that were woken while they ran: they may have looked already. */
  const again = new Set<string>();
  let isStarted = false;

  function plan(job: Job, ms: number): void {
    if (stopping.signal.aborted) return;
    scheduled.get(job.name)?.();
    scheduled.set(
      job.name,
      schedule(() => {
        scheduled.delete(job.name);
        void runJob(job).then(() => plan(job, job.intervalMs));
      }, ms),
    );
  }

  return {
    measures: [outcomes, durations, lastRuns],
    start() {
      isStarted = true;
      for (const job of jobs) plan(job, Math.min(job.intervalMs, 1000));
    },
    wake(name) {
      const job = jobs.find((candidate) => candidate.name === name);
      if (!job || !isStarted || again.has(name)) return;
      const current = running.get(name);
      if (!current) {
        plan(job, 0);
        return;
      }
      again.add(name);
      void current.then(() => {
        again.delete(name);
        plan(job, 0);
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
