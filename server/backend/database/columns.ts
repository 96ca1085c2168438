import { customType, timestamp } from 'drizzle-orm/pg-core';

/** Number of a transaction; 64 bits, so it does not begin anew. */
export const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
