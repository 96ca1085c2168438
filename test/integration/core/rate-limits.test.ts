import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { openDatabase } from '../../../server/backend/core/database/database.ts';
import type { OpenDatabase } from '../../../server/backend/core/database/open-database.ts';
import { ProblemError } from '../../../server/backend/core/http/problem-error.ts';
import { createLimiter, defineLimits } from '../../../server/backend/core/limits/limiter.ts';
import { rateLimit } from '../../../server/backend/core/limits/tables.ts';
import { createExpiredDataDeletionJob } from '../../../server/backend/core/privacy/jobs.ts';
import { MINUTE_MS } from '../../../shared/rules/durations.ts';
import { MIGRATIONS_FOLDER, openEmptyDatabase } from '../../fixtures/sample-database.ts';

const START_MS = Date.parse('2026-11-05T12:00:00Z');
const { few, others } = defineLimits('things', {
  few: { maxAttempts: 3, windowMs: MINUTE_MS },
  others: { maxAttempts: 3, windowMs: MINUTE_MS },
});

let openedDatabase: OpenDatabase;
/** Another process on the same server; the embedded database has one process only. */
let otherProcessDatabase: OpenDatabase | undefined;
let nowMs: number;

beforeAll(async () => {
  let own: string | undefined;
  openedDatabase = await openEmptyDatabase({
    reach: (url) => {
      own = url.href;
      return url;
    },
  });
  if (own !== undefined) {
    otherProcessDatabase = await openDatabase({ databaseUrl: own, migrationsFolder: MIGRATIONS_FOLDER });
  }
});

afterAll(async () => {
  await otherProcessDatabase?.close();
  await openedDatabase?.close();
});

beforeEach(async () => {
  nowMs = START_MS;
  await openedDatabase.database.delete(rateLimit);
});

/** Creates the limiter of a backend that has just started. */
const createTestLimiter = (on = openedDatabase, key = Buffer.alloc(32, 1)) =>
  createLimiter({ database: on.database, key, clock: () => nowMs });

/** Returns the seconds to wait, or null if the attempt is allowed. */
const tryAttempt = (
  limiter = createTestLimiter(),
  subject = 'anna@stal.example',
  limit = few,
): Promise<number | null> =>
  limiter.take(limit, subject).then(
    () => null,
    (error) => {
      if (error instanceof ProblemError && error.code === 'too_many_attempts') {
        return Number(error.headers['retry-after']);
      }
      throw error;
    },
  );

describe('a rate limit', () => {
  it('counts concurrent attempts at all backends, and across restarts', async () => {
    const backends = [createTestLimiter(), createTestLimiter(otherProcessDatabase ?? openedDatabase)];
    const waits = await Promise.all(Array.from({ length: 20 }, (_, n) => tryAttempt(backends[n % 2])));
    expect(waits.filter((wait) => wait === null)).toHaveLength(few.maxAttempts);
    expect(waits.filter((wait) => wait === 60)).toHaveLength(20 - few.maxAttempts);
    expect(await tryAttempt(createTestLimiter())).toBe(60);
  });

  it('ends with the window that began with the first attempt, and does not count refused ones', async () => {
    await tryAttempt();
    nowMs += 50_000;
    expect([await tryAttempt(), await tryAttempt(), await tryAttempt(), await tryAttempt()]).toEqual([
      null,
      null,
      10,
      10,
    ]);
    nowMs += 9_999;
    expect(await tryAttempt()).toBe(1);
    nowMs += 1;
    expect([await tryAttempt(), await tryAttempt(), await tryAttempt(), await tryAttempt()]).toEqual([
      null,
      null,
      null,
      60,
    ]);
  });

  it('counts each subject, limit and network separately', async () => {
    for (let n = 0; n < few.maxAttempts; n += 1) await tryAttempt();
    expect(await tryAttempt()).toBe(60);
    expect(await tryAttempt(createTestLimiter(), 'berta@stal.example')).toBeNull();
    expect(await tryAttempt(createTestLimiter(), 'anna@stal.example', others)).toBeNull();
    const limiter = createTestLimiter();
    for (let n = 0; n < few.maxAttempts; n += 1) await limiter.takeForAddress(few, `2001:db8:1:2::${n}`);
    await expect(limiter.takeForAddress(few, '2001:db8:1:2:ffff::1')).rejects.toThrow();
    await limiter.takeForAddress(few, '2001:db8:1:3::1');
    for (let n = 0; n <= few.maxAttempts; n += 1) await limiter.takeForAddress(few, null);
  });

  it('stores no address, and no hash that could be guessed without the key', async () => {
    await tryAttempt();
    await tryAttempt(createTestLimiter(openedDatabase, Buffer.alloc(32, 2)));
    const rows = await openedDatabase.database.select().from(rateLimit);
    expect(rows).toHaveLength(2);
    for (const { keyHash } of rows) expect(keyHash).toMatch(/^[\w-]{43}$/);
  });

  it('is deleted by a job after its window', async () => {
    await tryAttempt();
    const job = createExpiredDataDeletionJob({
      database: openedDatabase.database,
      clock: () => nowMs,
      documentReferences: [],
    });
    const countRows = async () => {
      await job.run(new AbortController().signal);
      return openedDatabase.database.$count(rateLimit);
    };
    expect(await countRows()).toBe(1);
    nowMs += 60_001;
    expect(await countRows()).toBe(0);
  });

  it('refuses attempts if the database is unavailable', async () => {
    await openedDatabase.database.execute(sql`alter table rate_limit rename to rate_limit_away`);
    try {
      await expect(tryAttempt()).rejects.toMatchObject({ name: 'DatabaseError' });
    } finally {
      await openedDatabase.database.execute(sql`alter table rate_limit_away rename to rate_limit`);
    }
  });
});
