import { createHmac } from 'node:crypto';
import { and, eq, gt, lt, lte, sql } from 'drizzle-orm';
import { getVisitorKey } from '../../platform/visitor-key.ts';
import type { Database } from '../database/database.ts';
import { ProblemError } from '../http/problem-error.ts';
import { rateLimit } from './tables.ts';

/** How many acts of one subject are allowed in a window, which begins with the first of them. */
export interface Limit {
  /** Unique in the shop. */
  readonly name: string;
  readonly acts: number;
  readonly windowMs: number;
}

/**
 * Declares the limits of a noun, each named after it and its own key.
 *
 * @param declared acts in a window of milliseconds
 */
export function defineLimits<K extends string>(
  noun: string,
  declared: Readonly<Record<K, Omit<Limit, 'name'>>>,
): Readonly<Record<K, Limit>> {
  const named = Object.entries<Omit<Limit, 'name'>>(declared).map(([key, limit]) => [
    key,
    { ...limit, name: `${noun} ${key}` },
  ]);
  return Object.fromEntries(named) as Record<K, Limit>;
}

/** Counts acts in the database, so that they count whichever backend they reach, and however often it starts. */
export interface Limiter {
  /**
   * Counts an act. Outside any transaction: what is rolled back was tried all the same.
   *
   * @param subject whose act it is: a mailbox, the id of a product; kept as a hash only
   * @returns acts in the window, with this one
   * @throws ProblemError `too_many_attempts` with `Retry-After`; the refused act is not counted
   * @throws DatabaseError where the database is away: nobody is let through uncounted
   */
  take(limit: Limit, subject: string | number): Promise<number>;
  /** The same for whoever has this network address; null, where the caller told none, is not counted. */
  takeOfVisitor(limit: Limit, address: string | null): Promise<void>;
  /**
   * Takes an act back that was counted before anybody could know that it need not be: where only failures count, each try is counted
   * before it is made, so that many at once are no more than one after the other.
   */
  giveBack(limit: Limit, subject: string | number): Promise<void>;
  /** The same for whoever has this network address. */
  giveBackOfVisitor(limit: Limit, address: string | null): Promise<void>;
}

/**
 * Makes the limiter.
 *
 * @param options.key of the hashes; backends with the same one count together
 */
export function createLimiter(options: {
  readonly database: Database;
  readonly key: Buffer;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): Limiter {
  const { database, key, clock } = options;

  const hashSubject = ({ name }: Limit, subject: string | number): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([name, subject]))
      .digest('base64url');

  async function take(limit: Limit, subject: string | number): Promise<number> {
    const { acts, windowMs } = limit;
    const keyHash = hashSubject(limit, subject);
    const now = new Date(clock());
    const isOver = lte(rateLimit.windowEndsAt, now);
    // One statement: of several at once each sees what the one before it has counted. Who is refused writes nothing.
    const counted = await database
      .insert(rateLimit)
      .values({ keyHash, acts: 1, windowEndsAt: new Date(now.getTime() + windowMs) })
      .onConflictDoUpdate({
        target: rateLimit.keyHash,
        set: {
          acts: sql`case when ${isOver} then 1 else ${rateLimit.acts} + 1 end`,
          windowEndsAt: sql`case when ${isOver} then excluded.window_ends_at else ${rateLimit.windowEndsAt} end`,
        },
        setWhere: sql`${isOver} or ${lt(rateLimit.acts, acts)}`,
      })
      .returning({ acts: rateLimit.acts });
    if (counted[0]) return counted[0].acts;
    const [full] = await database
      .select({ windowEndsAt: rateLimit.windowEndsAt })
      .from(rateLimit)
      .where(eq(rateLimit.keyHash, keyHash));
    const waitMs = (full?.windowEndsAt.getTime() ?? now.getTime()) - now.getTime();
    throw new ProblemError('too_many_attempts', {
      headers: { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1000))) },
    });
  }

  async function giveBack(limit: Limit, subject: string | number): Promise<void> {
    await database
      .update(rateLimit)
      .set({ acts: sql`${rateLimit.acts} - 1` })
      .where(
        and(
          eq(rateLimit.keyHash, hashSubject(limit, subject)),
          gt(rateLimit.acts, 0),
          gt(rateLimit.windowEndsAt, new Date(clock())),
        ),
      );
  }

  return {
    take,
    takeOfVisitor: async (limit, address) => {
      if (address !== null) await take(limit, getVisitorKey(address));
    },
    giveBack,
    giveBackOfVisitor: async (limit, address) => {
      if (address !== null) await giveBack(limit, getVisitorKey(address));
    },
  };
}

/** Whether a limit leaves room for one more, where that is no reason to refuse anything. @param take counts the act */
export async function hasRoom(take: () => Promise<unknown>): Promise<boolean> {
  try {
    await take();
    return true;
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'too_many_attempts') return false;
    throw error;
  }
}

/** Forgets the windows that ended before a moment. */
export async function deleteEndedWindows(database: Database, before: Date): Promise<void> {
  await database.delete(rateLimit).where(lt(rateLimit.windowEndsAt, before));
}
