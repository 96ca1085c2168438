import { customType, numeric, timestamp } from 'drizzle-orm/pg-core';

/** 64-bit transaction id, which does not wrap around. */
export const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });

/**
 * Exact decimal with at most four decimal places, the precision in which `shared/rules/prices.ts` reads
 * rates. Such numbers are exact in TypeScript too.
 */
export const rate = (name: string) => numeric(name, { precision: 10, scale: 4, mode: 'number' });

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Lexemes with weights, as the text of a `tsvector`. */
export const searchVector = customType<{ data: string }>({ dataType: () => 'tsvector' });
