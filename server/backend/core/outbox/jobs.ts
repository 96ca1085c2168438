import { DAY_MS } from '../../../../shared/rules/durations.ts';
import type { Log } from '../../../platform/logging.ts';
import type { Metric } from '../../../platform/metrics/metrics.ts';
import type { ErrorReporter } from '../../../platform/sentry.ts';
import type { Database } from '../database/database.ts';
import type { Job } from '../jobs/job-runner.ts';
import { createQueueDrain, type Worker } from '../queue/drain-queue.ts';
import {
  type ClaimedEvent,
  countWaitingEventsByLane,
  createEventQueue,
  deleteDeliveredEvents,
} from './queries.ts';
import type { EventLane } from './tables.ts';

const KEEP_DELIVERED_MS = 7 * DAY_MS;

export interface EventDeliveryJob extends Job {
  readonly metrics: readonly Metric[];
}

/** Creates the job that delivers the events of the outbox, all lanes in parallel. */
export function createEventDeliveryJob(deps: {
  readonly database: Database;
  readonly workers: Readonly<Partial<Record<EventLane, Worker<ClaimedEvent>>>>;
  readonly errors: ErrorReporter;
  readonly log: Log;
  /** Current time in milliseconds since 1970. */
  readonly clock: () => number;
}): EventDeliveryJob {
  const { database, workers, errors, log, clock } = deps;
  const { drain, metrics } = createQueueDrain<ClaimedEvent>({
    itemType: 'event',
    workers: new Map(Object.entries(workers)),
    createQueue: (lane) => createEventQueue(database, lane as EventLane),
    readState: () => countWaitingEventsByLane(database),
    errors,
    log,
    clock,
  });
  return {
    name: 'events',
    intervalMs: 2000,
    isShared: true,
    metrics,
    async run(signal) {
      await drain(signal);
      await deleteDeliveredEvents(database, new Date(clock() - KEEP_DELIVERED_MS));
    },
  };
}
