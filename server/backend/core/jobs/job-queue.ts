import { and, count, eq, gt, inArray, isNotNull, isNull, lte, min, sql } from 'drizzle-orm';
import type { Log } from '../../../platform/logging.ts';
import type { Metric } from '../../../platform/metrics/metrics.ts';
import type { ErrorReporter } from '../../../platform/sentry.ts';
import type { Database } from '../database/database.ts';
import type { DeadLetter } from '../outbox/outbox-command.ts';
import {
  createQueueDrain,
  MAX_LISTED_DEAD,
  type Queue,
  type QueueItem,
  type QueueState,
  type Worker,
} from '../queue/drain-queue.ts';
import type { Job } from './job-runner.ts';
import { job } from './tables.ts';

/** Job that is due. */
export interface QueuedJob extends QueueItem {
  readonly payload: Readonly<Record<string, unknown>>;
}

/**
 * Enqueues a job to run at a moment or soon after: at least once, and in one process at a time. Call it in
 * the transaction that causes the job, so that both commit or roll back together.
 *
 * @param payload ids and codes; no text written by a person
 */
export async function enqueue(
  handle: Database,
  name: string,
  payload: Readonly<Record<string, unknown>>,
  { runAt, now }: { readonly runAt: Date; readonly now: Date },
): Promise<void> {
  await handle.insert(job).values({ name, payload, runAt, createdAt: now });
  if (runAt <= now) handle.wake('queued-jobs');
}

/** Number of rows per statement. */
const MAX_JOBS_PER_INSERT = 1000;

/** Enqueues a job for each payload. */
export async function enqueueAll(
  handle: Database,
  name: string,
  payloads: readonly Readonly<Record<string, unknown>>[],
  { runAt, now }: { readonly runAt: Date; readonly now: Date },
): Promise<void> {
  for (let at = 0; at < payloads.length; at += MAX_JOBS_PER_INSERT) {
    const rows = payloads.slice(at, at + MAX_JOBS_PER_INSERT);
    await handle.insert(job).values(rows.map((payload) => ({ name, payload, runAt, createdAt: now })));
  }
  if (payloads.length > 0 && runAt <= now) handle.wake('queued-jobs');
}

/** Returns true if a job with this in its payload is due by then and has not started. */
export async function isJobPending(
  handle: Database,
  name: string,
  payload: Readonly<Record<string, unknown>>,
  by: Date,
): Promise<boolean> {
  const isSame = sql`${job.payload} @> ${JSON.stringify(payload)}::jsonb`;
  const isNew = and(eq(job.attempts, 0), isNull(job.deadAt), lte(job.runAt, by));
  return (await handle.$count(job, and(eq(job.name, name), isSame, isNew))) > 0;
}

/** Retries a dead job from now on. Returns false if the job is not dead. */
export async function requeueJob(handle: Database, id: number, now: Date): Promise<boolean> {
  const rows = await handle
    .update(job)
    .set({ deadAt: null, attempts: 0, runAt: now, createdAt: now })
    .where(and(eq(job.jobId, id), isNotNull(job.deadAt)))
    .returning({ id: job.jobId });
  if (rows.length > 0) handle.wake('queued-jobs');
  return rows.length > 0;
}

/** Deletes a dead job. Returns false if the job is not dead. */
export async function discardJob(handle: Database, id: number): Promise<boolean> {
  const rows = await handle
    .delete(job)
    .where(and(eq(job.jobId, id), isNotNull(job.deadAt)))
    .returning({ id: job.jobId });
  return rows.length > 0;
}

/** Lists the dead jobs, oldest first. */
export async function listDeadJobs(handle: Database): Promise<DeadLetter[]> {
  const rows = await handle
    .select({
      id: job.jobId,
      name: job.name,
      attempts: job.attempts,
      failure: job.failure,
      deadAt: job.deadAt,
    })
    .from(job)
    .where(isNotNull(job.deadAt))
    .orderBy(job.jobId)
    .limit(MAX_LISTED_DEAD);
  return rows.flatMap(({ deadAt, ...row }) => (deadAt === null ? [] : [{ ...row, about: null, deadAt }]));
}

/** Returns the queue of the jobs of one name. */
export function createJobQueue(database: Database, name: string): Queue<QueuedJob> {
  /**
   * If another process has taken the job after a timeout, it has started a later attempt, and its result
   * counts.
   */
  const isClaimedItem = ({ id, attempts }: QueuedJob) => and(eq(job.jobId, id), eq(job.attempts, attempts));
  return {
    async claimNext(now, leaseMs) {
      const due = database
        .select({ id: job.jobId })
        .from(job)
        .where(and(eq(job.name, name), isNull(job.deadAt), lte(job.runAt, now)))
        .orderBy(job.runAt, job.jobId)
        .limit(1)
        .for('update', { skipLocked: true });
      const [row] = await database
        .update(job)
        .set({ attempts: sql`${job.attempts} + 1`, runAt: new Date(now.getTime() + leaseMs) })
        .where(eq(job.jobId, sql`(${due})`))
        .returning({
          id: job.jobId,
          name: job.name,
          payload: job.payload,
          attempts: job.attempts,
          createdAt: job.createdAt,
        });
      return row;
    },
    async finish({ id }) {
      await database.delete(job).where(eq(job.jobId, id));
    },
    async fail(item, failure, now, nextAttemptAt) {
      await database
        .update(job)
        .set(nextAttemptAt === null ? { failure, deadAt: now } : { failure, runAt: nextAttemptAt })
        .where(isClaimedItem(item));
    },
  };
}

/** Returns the number of waiting jobs by name. */
async function countWaitingJobs(database: Database): Promise<QueueState[]> {
  const isAlive = sql`${job.deadAt} is null`;
  return database
    .select({
      name: job.name,
      waiting: sql<number>`count(*) filter (where ${isAlive})`.mapWith(Number),
      dead: count(job.deadAt),
      oldestAt: min(sql`case when ${isAlive} then ${job.runAt} end`).mapWith(job.runAt),
    })
    .from(job)
    .groupBy(job.name);
}

const QUEUE_POLL_INTERVAL_MS = 2000;

/**
 * Returns when the next job of these names is due, in milliseconds since 1970; undefined if none is due in
 * the period.
 */
async function findNextJobTime(
  database: Database,
  names: readonly string[],
  { after, until }: { readonly after: Date; readonly until: Date },
): Promise<number | undefined> {
  const [row] = await database
    .select({ runAt: min(job.runAt) })
    .from(job)
    .where(
      and(inArray(job.name, [...names]), isNull(job.deadAt), gt(job.runAt, after), lte(job.runAt, until)),
    );
  return row?.runAt?.getTime();
}

export interface QueuedJobsJob extends Job {
  readonly metrics: readonly Metric[];
}

/**
 * Creates the job that runs the enqueued jobs, the different names in parallel. A job with an unknown name
 * waits for a backend of another release.
 */
export function createQueuedJobsJob(deps: {
  readonly database: Database;
  readonly workers: Readonly<Record<string, Worker<QueuedJob>>>;
  readonly errors: ErrorReporter;
  readonly log: Log;
  /** Current time in milliseconds since 1970. */
  readonly clock: () => number;
}): QueuedJobsJob {
  const { database, workers, errors, log, clock } = deps;
  const { drain, metrics } = createQueueDrain<QueuedJob>({
    itemType: 'queued_job',
    workers: new Map(Object.entries(workers)),
    createQueue: (name) => createJobQueue(database, name),
    readState: () => countWaitingJobs(database),
    errors,
    log,
    clock,
  });
  const names = Object.keys(workers);
  return {
    name: 'queued-jobs',
    intervalMs: QUEUE_POLL_INTERVAL_MS,
    isShared: true,
    metrics,
    async run(signal) {
      await drain(signal);
      const now = clock();
      const nextMs = await findNextJobTime(database, names, {
        after: new Date(now),
        until: new Date(now + QUEUE_POLL_INTERVAL_MS),
      });
      // A job due before the next interval, such as a price change, runs at its exact moment.
      if (nextMs !== undefined && !signal.aborted) {
        setTimeout(() => database.wake('queued-jobs'), nextMs - now).unref();
      }
    },
  };
}
