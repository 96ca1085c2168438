import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** The SQL expression that reads the id of the key from a password hash; null where the hash has none. */
export const readKeyId = (passwordHash: SQLWrapper): SQL<string | null> =>
  sql<string | null>`substring(${passwordHash} from 'keyid=([0-9a-f]{8})')`;

/** The id of the key of a password hash; null where the hash has none. */
export const parseKeyId = (passwordHash: string): string | null =>
  /,keyid=([\da-f]{8})\$/.exec(passwordHash)?.[1] ?? null;
