import { sql } from 'drizzle-orm';
import type { Database } from './database-handle.ts';

/**
 * Numbers of all advisory locks, assigned only here. During a rolling update two releases share the database,
 * so a number never changes its meaning.
 */
export const locks = {
  /** Serializes schema migrations of backends. */
  migration: 4_273_000,
  /** Serializes imports, so that each import sees the result of the previous one. */
  importShop: 4_273_001,
  /** Serializes work at the start of a backend, such as the first import. */
  start: 4_273_002,
  /** Serializes the counting of ratings. */
  ratings: 4_273_003,
  /** For the triggers of `product_listing`; taken in SQL. */
  listings: 4_273_004,
  /** Serializes changes of promotions, so that codes stay unique. */
  promotions: 4_273_006,
  /** Serializes files of the laboratory. */
  labFiles: 4_273_007,
} as const;

/** First numbers of locks with two keys. The second key is the subject. */
export const lockSpaces = {
  /** Second key: `hashtext` of the name of a job. */
  job: 4_273_008,
  /** Second key: a product id. For the triggers of `product_listing`; taken in SQL. */
  listing: 4_273_005,
} as const;

/**
 * Type of entries that are counted before a new one is allowed. Transactions for the same subject (a mailbox,
 * a product) are serialized.
 */
export type CountedSubject = 'silo';

/** Takes a lock until the transaction ends. */
export async function takeLock(transaction: Database, lock: keyof typeof locks): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(${locks[lock]})`);
}

/** Serializes transactions that count entries of a subject, until the transaction ends. */
export async function lockCountedSubject(
  transaction: Database,
  subjectType: CountedSubject,
  subject: string | number,
): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtext(${`${subjectType} ${subject}`}))`);
}
