import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';

/** Lets one transaction at a time have a name, until it ends: of two at once, the second sees what the first has written. */
export async function lockName(transaction: Database, name: string): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtext(${name}))`);
}
