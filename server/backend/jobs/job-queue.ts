import { and, count, eq, gt, inArray, isNotNull, isNull, lte, min, sql } from 'drizzle-orm';
import type { Log } from '../../platform/logging.ts';
import type { Measure } from '../../platform/metrics/measures.ts';
import type { ErrorReporter } from '../../platform/sentry.ts';
import type { Database } from '../database/database.ts';
import type { DeadLetter } from '../outbox/outbox-command.ts';
import {
  createQueueDrain,
  type Queue,
  type QueueItem,
  type QueueState,
  type Worker,
} from '../queue/drain-queue.ts';
import type { Job } from './job-runner.ts';
import { job } from './tables.ts';

/** As many as a person can look through. */
const LISTED_DEAD = 200;

/** A job whose time has come. */
export interface QueuedJob extends QueueItem {
  readonly payload: Readonly<Record<string, unknown>>;
}

/**
 * Has a job done at a moment, or soon after: at least once, by one process at a time. In the transaction that wants it, so that
 * neither exists without the other.
 *
 * @param payload ids and codes: nothing that a person wrote
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

/** Rows that one statement writes. */
const ENQUEUED_AT_ONCE = 1000;

/** The same for many: a job for each payload. */
export async function enqueueAll(
  handle: Database,
  name: string,
  payloads: readonly Readonly<Record<string, unknown>>[],
  { runAt, now }: { readonly runAt: Date; readonly now: Date },
): Promise<void> {
  for (let at = 0; at < payloads.length; at += ENQUEUED_AT_ONCE) {
    const rows = payloads.slice(at, at + ENQUEUED_AT_ONCE);
    await handle.insert(job).values(rows.map((payload) => ({ name, payload, runAt, createdAt: now })));
  }
  if (payloads.length > 0 && runAt <= now) handle.wake('queued-jobs');
}

/** Whether a job with this in its payload is to be begun by then, and has not been begun yet. */
export async function isJobWaiting(
  handle: Database,
  name: string,
  payload: Readonly<Record<string, unknown>>,
  by: Date,
): Promise<boolean> {
  const isSame = sql`${job.payload} @> ${JSON.stringify(payload)}::jsonb`;
  const isNew = and(eq(job.attempts, 0), isNull(job.deadAt), lte(job.runAt, by));
  return (await handle.$count(job, and(eq(job.name, name), isSame, isNew))) > 0;
}

/** Has a job that was given up tried again from now on. */
export async function putJobBack(handle: Database, id: number, now: Date): Promise<boolean> {
  const rows = await handle
    .update(job)
    .set({ deadAt: null, attempts: 0, runAt: now, createdAt: now })
    .where(and(eq(job.jobId, id), isNotNull(job.deadAt)))
    .returning({ id: job.jobId });
  if (rows.length > 0) handle.wake('queued-jobs');
  return rows.length > 0;
}

/** Forgets a job that was given up. */
export async function discardJob(handle: Database, id: number): Promise<boolean> {
  const rows = await handle
    .delete(job)
    .where(and(eq(job.jobId, id), isNotNull(job.deadAt)))
    .returning({ id: job.jobId });
  return rows.length > 0;
}

/** The jobs that were given up, oldest first. */
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
    .limit(LISTED_DEAD);
  return rows.flatMap(({ deadAt, ...row }) => (deadAt === null ? [] : [{ ...row, about: null, deadAt }]));
}

/** The jobs of a name. */
export function createJobQueue(database: Database, name: string): Queue<QueuedJob> {
  /** Whoever took it after our time was over has begun a later attempt, and decides. */
  const isOurs = ({ id, attempts }: QueuedJob) => and(eq(job.jobId, id), eq(job.attempts, attempts));
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
        .where(isOurs(item));
    },
  };
}

/** What waits, by name. */
async function readJobState(database: Database): Promise<QueueState[]> {
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

const INTERVAL_MS = 2000;

/** When the next job of these names is to be begun, milliseconds since 1970; undefined where none is in that time. */
async function findNextMoment(
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
  readonly measures: readonly Measure[];
}

/**
 * Makes the job that does what was enqueued, each name beside the others. A job of a name that this release does not know waits for a
 * backend that does.
 */
export function createQueuedJobsJob(deps: {
  readonly database: Database;
  readonly workers: Readonly<Record<string, Worker<QueuedJob>>>;
  readonly errors: ErrorReporter;
  readonly log: Log;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): QueuedJobsJob {
  const { database, workers, errors, log, clock } = deps;
  const { drain, measures } = createQueueDrain<QueuedJob>({
    thing: 'queued_job',
    workers: new Map(Object.entries(workers)),
    createQueue: (name) => createJobQueue(database, name),
    readState: () => readJobState(database),
    errors,
    log,
    clock,
  });
  const names = Object.keys(workers);
  return {
    name: 'queued-jobs',
    intervalMs: INTERVAL_MS,
    isShared: true,
    measures,
    async run(signal) {
      await drain(signal);
      const now = clock();
      const nextMs = await findNextMoment(database, names, {
        after: new Date(now),
        until: new Date(now + INTERVAL_MS),
      });
      // A price begins at its moment, not at the next turn.
      if (nextMs !== undefined && !signal.aborted) {
        setTimeout(() => database.wake('queued-jobs'), nextMs - now).unref();
      }
    },
  };
}
