import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** Returns an SQL expression for the key id in a password hash; null if the hash has none. */
export const createPasswordKeyIdExpression = (passwordHash: SQLWrapper): SQL<string | null> =>
  sql<string | null>`substring(${passwordHash} from 'keyid=([0-9a-f]{8})')`;

/** Returns the key id in a password hash; null if the hash has none. */
export const parsePasswordKeyId = (passwordHash: string): string | null =>
  /,keyid=([\da-f]{8})\$/.exec(passwordHash)?.[1] ?? null;
