import { customType, numeric, timestamp } from 'drizzle-orm/pg-core';

/** Number of a transaction; 64 bits, so it does not begin anew. */
export const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });

/** An exact decimal with four places at most, as `shared/rules/prices.ts` reads rates: such a number is the same in TypeScript. */
export const rate = (name: string) => numeric(name, { precision: 10, scale: 4, mode: 'number' });

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
