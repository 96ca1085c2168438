import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';

/**
 * Every advisory lock of the shop, by its number: the one place where a number is given. Two releases work on one database while one
 * takes over from the other, so a number keeps its meaning for ever.
 */
export const locks = {
  /** One backend at a time brings the schema up to date. */
  migration: 4_273_000,
  /** One import at a time; the second finds what the first has written. */
  importShop: 4_273_001,
  /** Work at the start of a backend, such as the first import. */
  start: 4_273_002,
  /** Whoever counts ratings sees what the one before has written. */
  ratings: 4_273_003,
  /** Of the triggers of `product_listing`: taken there in SQL. */
  listings: 4_273_004,
  /** Whoever adds or changes a promotion sees which codes there are. */
  promotions: 4_273_006,
  /** One file of the laboratory at a time; the second finds what the first has written. */
  labFiles: 4_273_007,
} as const;

/** First number of the locks that have two. The second is the subject. */
export const lockSpaces = {
  /** `hashtext` of the name of a job. */
  job: 4_273_003,
  /** A product id; of the triggers of `product_listing`: taken there in SQL. */
  listing: 4_273_005,
} as const;

/** What is counted before it is allowed: for one subject (a mailbox, a product) one transaction at a time. */
export type CountedThing = 'silo';

/** Takes a lock until the transaction ends. */
export async function takeLock(transaction: Database, lock: keyof typeof locks): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(${locks[lock]})`);
}

/** Lets one transaction at a time count things of a subject, until it ends: of two at once, the second sees what the first has written. */
export async function lockCounted(
  transaction: Database,
  thing: CountedThing,
  subject: string | number,
): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtext(${`${thing} ${subject}`}))`);
}
