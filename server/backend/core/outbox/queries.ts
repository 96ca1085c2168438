import { and, count, eq, exists, isNotNull, isNull, lt, lte, min, not, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database.ts';
import type { Queue, QueueItem, QueueState } from '../queue/drain-queue.ts';
import { MAX_LISTED_DEAD } from '../queue/drain-queue.ts';
import type { DeadLetter } from './outbox-command.ts';
import { type EventKind, type EventLane, outboxEvent } from './tables.ts';

/** Event to be delivered. */
export interface ClaimedEvent extends QueueItem {
  readonly orderingKey: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface NewEvent {
  readonly kind: EventKind;
  /**
   * Subject, for example `order 2026-000001`. Events of one key are delivered in order; different keys do not
   * wait for each other.
   */
  readonly orderingKey: string;
  /** Ids and codes; no text written by a person. */
  readonly payload: Readonly<Record<string, unknown>>;
  readonly now: Date;
}

/**
 * Puts events into the outbox. Call it in the transaction that causes them, so that both commit or roll back
 * together.
 */
export async function enqueueEvents(transaction: Database, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  await transaction
    .insert(outboxEvent)
    .values(events.map(({ now, ...event }) => ({ ...event, createdAt: now, nextAttemptAt: now })));
  transaction.wake('events');
}

/** SQL condition: the event is of a campaign mail, as its payload states. */
const isLetter = sql`${outboxEvent.payload} @> '{"isLetter": true}'`;

const createLaneCondition = (lane: EventLane): SQL | undefined => {
  if (lane === 'letter') return and(eq(outboxEvent.kind, 'mail'), isLetter);
  return lane === 'mail' ? and(eq(outboxEvent.kind, lane), sql`not ${isLetter}`) : eq(outboxEvent.kind, lane);
};

/** Returns the queue of a lane's events. */
export function createEventQueue(database: Database, lane: EventLane): Queue<ClaimedEvent> {
  const earlier = alias(outboxEvent, 'earlier');
  /**
   * The first event of the key that is not done. A scalar subquery is one index lookup per candidate, whatever
   * the statistics of the table say. `not exists` became a join over all waiting events if the table was
   * last analysed while it was empty.
   */
  const firstOfKey = database
    .select({ id: earlier.outboxEventId })
    .from(earlier)
    .where(and(eq(earlier.orderingKey, outboxEvent.orderingKey), isNull(earlier.doneAt)))
    .orderBy(earlier.outboxEventId)
    .limit(1);
  /**
   * Returns an SQL condition: no other process has claimed the event after a timeout. If one has, the result
   * of its later attempt counts.
   */
  const isClaimedItem = ({ id, attempts }: ClaimedEvent) =>
    and(eq(outboxEvent.outboxEventId, id), eq(outboxEvent.attempts, attempts));
  return {
    async claimNext(now, leaseMs) {
      const due = database
        .select({ id: outboxEvent.outboxEventId })
        .from(outboxEvent)
        .where(
          and(
            createLaneCondition(lane),
            isNull(outboxEvent.doneAt),
            isNull(outboxEvent.deadAt),
            lte(outboxEvent.nextAttemptAt, now),
            eq(outboxEvent.outboxEventId, sql`(${firstOfKey})`),
          ),
        )
        .orderBy(outboxEvent.nextAttemptAt, outboxEvent.outboxEventId)
        .limit(1)
        .for('update', { skipLocked: true });
      const [row] = await database
        .update(outboxEvent)
        .set({
          attempts: sql`${outboxEvent.attempts} + 1`,
          nextAttemptAt: new Date(now.getTime() + leaseMs),
        })
        .where(eq(outboxEvent.outboxEventId, sql`(${due})`))
        .returning({
          id: outboxEvent.outboxEventId,
          name: sql<string>`${lane}::text`,
          orderingKey: outboxEvent.orderingKey,
          payload: outboxEvent.payload,
          attempts: outboxEvent.attempts,
          createdAt: outboxEvent.createdAt,
        });
      return row;
    },
    async finish({ id }, now) {
      await database
        .update(outboxEvent)
        .set({ doneAt: now, failure: null })
        .where(eq(outboxEvent.outboxEventId, id));
    },
    async fail(event, failure, now, nextAttemptAt) {
      await database
        .update(outboxEvent)
        .set(nextAttemptAt === null ? { failure, deadAt: now } : { failure, nextAttemptAt })
        .where(isClaimedItem(event));
    },
  };
}

/** Returns the number of waiting events by lane. */
export async function countWaitingEventsByLane(database: Database): Promise<QueueState[]> {
  const lane = sql<EventLane>`case when ${isLetter} then 'letter' else ${outboxEvent.kind} end`;
  const isAlive = sql`${outboxEvent.deadAt} is null`;
  return database
    .select({
      name: lane,
      waiting: sql<number>`count(*) filter (where ${isAlive})`.mapWith(Number),
      dead: count(outboxEvent.deadAt),
      oldestAt: min(sql`case when ${isAlive} then ${outboxEvent.createdAt} end`).mapWith(
        outboxEvent.createdAt,
      ),
    })
    .from(outboxEvent)
    .where(isNull(outboxEvent.doneAt))
    .groupBy(lane);
}

/** Deletes events delivered before the given moment. */
export async function deleteDeliveredEvents(database: Database, before: Date): Promise<void> {
  await database
    .delete(outboxEvent)
    .where(and(isNotNull(outboxEvent.doneAt), lt(outboxEvent.doneAt, before)));
}

/** Number of campaign mails waiting for the mail server. */
export interface WaitingCampaignMails {
  /** Number without any attempt. */
  readonly neverTried: number;
  /** Number including those that the server has deferred; dead ones are excluded. */
  readonly all: number;
}

/** Counts the waiting campaign mails, up to a limit. */
export async function countWaitingCampaignMails(
  handle: Database,
  limit: number,
): Promise<WaitingCampaignMails> {
  const waiting = handle
    .select({ attempts: outboxEvent.attempts })
    .from(outboxEvent)
    .where(and(createLaneCondition('letter'), isNull(outboxEvent.doneAt), isNull(outboxEvent.deadAt)))
    .limit(limit)
    .as('waiting');
  const [row] = await handle
    .select({
      neverTried: sql<number>`count(*) filter (where ${waiting.attempts} = 0)`.mapWith(Number),
      all: count(),
    })
    .from(waiting);
  return row ?? { neverTried: 0, all: 0 };
}

/** Counts the undelivered events of a type. */
export const countWaiting = (database: Database, kind: EventKind): Promise<number> =>
  database.$count(outboxEvent, and(eq(outboxEvent.kind, kind), isNull(outboxEvent.doneAt)));

/**
 * Returns true if an event of a type is in its first attempt or waits for it, and no earlier event of the
 * same ordering key has failed.
 */
export async function hasUntriedEvent(database: Database, kind: EventKind): Promise<boolean> {
  const earlier = alias(outboxEvent, 'earlier');
  const isBehindFailed = exists(
    database
      .select({ one: sql`1` })
      .from(earlier)
      .where(
        and(
          eq(earlier.orderingKey, outboxEvent.orderingKey),
          isNull(earlier.doneAt),
          isNotNull(earlier.failure),
          lt(earlier.outboxEventId, outboxEvent.outboxEventId),
        ),
      ),
  );
  const rows = await database
    .select({ id: outboxEvent.outboxEventId })
    .from(outboxEvent)
    .where(
      and(
        eq(outboxEvent.kind, kind),
        isNull(outboxEvent.doneAt),
        isNull(outboxEvent.failure),
        not(isBehindFailed),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** Retries a dead event from now on. Returns false if the event is not dead. */
export async function requeueEvent(handle: Database, id: number, now: Date): Promise<boolean> {
  const rows = await handle
    .update(outboxEvent)
    .set({ deadAt: null, attempts: 0, nextAttemptAt: now, createdAt: now })
    .where(and(eq(outboxEvent.outboxEventId, id), isNotNull(outboxEvent.deadAt), isNull(outboxEvent.doneAt)))
    .returning({ id: outboxEvent.outboxEventId });
  if (rows.length > 0) handle.wake('events');
  return rows.length > 0;
}

/**
 * Discards a dead event permanently, so that the later events of its key are delivered. Returns false if the
 * event is not dead.
 */
export async function discardEvent(handle: Database, id: number, now: Date): Promise<boolean> {
  const rows = await handle
    .update(outboxEvent)
    .set({ doneAt: now })
    .where(and(eq(outboxEvent.outboxEventId, id), isNotNull(outboxEvent.deadAt), isNull(outboxEvent.doneAt)))
    .returning({ id: outboxEvent.outboxEventId });
  if (rows.length > 0) handle.wake('events');
  return rows.length > 0;
}

/** Counts the dead events, which need a decision by a person. */
export const countDeadEvents = (handle: Database): Promise<number> =>
  handle.$count(outboxEvent, and(isNotNull(outboxEvent.deadAt), isNull(outboxEvent.doneAt)));

/** Lists the dead events, oldest first. */
export async function listDeadEvents(handle: Database): Promise<DeadLetter[]> {
  const rows = await handle
    .select({
      id: outboxEvent.outboxEventId,
      name: outboxEvent.kind,
      about: outboxEvent.orderingKey,
      attempts: outboxEvent.attempts,
      failure: outboxEvent.failure,
      deadAt: outboxEvent.deadAt,
    })
    .from(outboxEvent)
    .where(and(isNotNull(outboxEvent.deadAt), isNull(outboxEvent.doneAt)))
    .orderBy(outboxEvent.outboxEventId)
    .limit(MAX_LISTED_DEAD);
  return rows.flatMap(({ deadAt, ...row }) => (deadAt === null ? [] : [{ ...row, deadAt }]));
}
