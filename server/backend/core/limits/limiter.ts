import { createHmac } from 'node:crypto';
import { and, eq, gt, lt, lte, sql } from 'drizzle-orm';
import { getVisitorAddressKey } from '../../../platform/visitor-address-key.ts';
import type { Database } from '../database/database.ts';
import { ProblemError } from '../http/problem-error.ts';
import { rateLimit } from './tables.ts';

/** Maximum number of attempts of one subject in a window, which starts with the first attempt. */
export interface Limit {
  /** Unique name. */
  readonly name: string;
  readonly maxAttempts: number;
  readonly windowMs: number;
}

/**
 * Declares the limits of a module, each named by the module and its own key.
 *
 * @param declared attempts per window in milliseconds
 */
export function defineLimits<K extends string>(
  resource: string,
  declared: Readonly<Record<K, Omit<Limit, 'name'>>>,
): Readonly<Record<K, Limit>> {
  const named = Object.entries<Omit<Limit, 'name'>>(declared).map(([key, limit]) => [
    key,
    { ...limit, name: `${resource} ${key}` },
  ]);
  return Object.fromEntries(named) as Record<K, Limit>;
}

/** Counts attempts in the database, across all backends and restarts. */
export interface Limiter {
  /**
   * Counts an attempt. Call it outside any transaction, because an attempt counts even if its work is rolled
   * back.
   *
   * @param subject subject of the limit: a mailbox, the id of a product; stored as a hash only
   * @returns number of attempts in the window, including this one
   * @throws ProblemError `too_many_attempts` with `Retry-After`; the refused attempt is not counted
   * @throws DatabaseError if the database is down; no attempt runs uncounted
   */
  take(limit: Limit, subject: string | number): Promise<number>;
  /** Counts an attempt of a network address. Null, if the caller sent none, is not counted. */
  takeForAddress(limit: Limit, address: string | null): Promise<void>;
  /**
   * Releases an attempt that was counted in advance. If only failures count, each attempt is counted before
   * it runs, so that concurrent attempts are limited like sequential ones.
   */
  release(limit: Limit, subject: string | number): Promise<void>;
  /** Releases an attempt of a network address. */
  releaseForAddress(limit: Limit, address: string | null): Promise<void>;
}

/**
 * Creates the limiter.
 *
 * @param options.key key of the hashes; backends with the same key share their counts
 */
export function createLimiter(options: {
  readonly database: Database;
  readonly key: Buffer;
  /** Current time in milliseconds since 1970. */
  readonly clock: () => number;
}): Limiter {
  const { database, key, clock } = options;

  const hashSubject = ({ name }: Limit, subject: string | number): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([name, subject]))
      .digest('base64url');

  async function take(limit: Limit, subject: string | number): Promise<number> {
    const { maxAttempts: acts, windowMs } = limit;
    const keyHash = hashSubject(limit, subject);
    const now = new Date(clock());
    const isOver = lte(rateLimit.windowEndsAt, now);
    // One statement, so that concurrent attempts see each other's counts. A refused attempt writes nothing.
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

  async function release(limit: Limit, subject: string | number): Promise<void> {
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
    takeForAddress: async (limit, address) => {
      if (address !== null) await take(limit, getVisitorAddressKey(address));
    },
    release,
    releaseForAddress: async (limit, address) => {
      if (address !== null) await release(limit, getVisitorAddressKey(address));
    },
  };
}

/**
 * Returns true if a limit is not exceeded, for cases in which it must not refuse the request.
 *
 * @param take counts the attempt
 */
export async function tryCountAttempt(take: () => Promise<unknown>): Promise<boolean> {
  try {
    await take();
    return true;
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'too_many_attempts') return false;
    throw error;
  }
}

/** Deletes windows that ended before the given moment. */
export async function deleteEndedWindows(database: Database, before: Date): Promise<void> {
  await database.delete(rateLimit).where(lt(rateLimit.windowEndsAt, before));
}
