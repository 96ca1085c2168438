import { and, desc, eq, gte, ilike, lt, or, sql } from 'drizzle-orm';
import { type Actor, commandActor } from '../audit/audit.ts';
import type { Database } from '../database/database.ts';
import type { Change } from './operation.ts';
import { keeper, keeperLog, type LoggedState } from './tables.ts';

/** Log entry of a failed sign-in of staff. */
export const SIGN_IN_FAILED = 'session.fail';

/** Writes changes to the log, in the transaction that made them. */
export async function noteChanges(
  transaction: Database,
  {
    operation,
    changes,
    actor,
    now,
  }: {
    readonly operation: string;
    readonly changes: readonly Change[];
    readonly actor: Actor;
    readonly now: Date;
  },
): Promise<void> {
  if (changes.length === 0) return;
  await transaction.insert(keeperLog).values(
    changes.map(({ noun, nounId, before, after, count = 1 }) => ({
      at: now,
      // All commands share one token, and the shop itself is no staff member.
      keeperId: actor.kind === 'keeper' && actor.id !== commandActor.id ? actor.id : null,
      operation,
      noun,
      nounId: String(nounId),
      before,
      after,
      count,
    })),
  );
}

/** Logs the changes of a separate command as the equivalent operation does. */
export const noteCommand = (
  transaction: Database,
  operation: string,
  changes: readonly Change[],
  now: Date,
): Promise<void> => noteChanges(transaction, { operation, changes, actor: commandActor, now });

export interface LogEntry {
  readonly keeperLogId: number;
  readonly at: Date;
  /** Null for a command. */
  readonly keeperName: string | null;
  readonly operation: string;
  readonly noun: string;
  readonly nounId: string;
  readonly before: LoggedState;
  readonly after: LoggedState;
  readonly count: number;
}

/** Search criteria; empty texts are ignored. */
export interface LogQuestion {
  readonly who: string;
  /** Prefix of an operation: 'order' finds 'order.ship'. */
  readonly operation: string;
  /** Id or word in the changed data. */
  readonly text: string;
  /** Days in UTC. */
  readonly from: Date | null;
  readonly until: Date | null;
}

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Lists entries of the log, newest first. */
export async function listLog(
  database: Database,
  { who, operation, text, from, until }: LogQuestion,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<LogEntry[]> {
  return database
    .select({
      keeperLogId: keeperLog.keeperLogId,
      at: keeperLog.at,
      keeperName: keeper.name,
      operation: keeperLog.operation,
      noun: keeperLog.noun,
      nounId: keeperLog.nounId,
      before: keeperLog.before,
      after: keeperLog.after,
      count: keeperLog.count,
    })
    .from(keeperLog)
    .leftJoin(keeper, eq(keeper.keeperId, keeperLog.keeperId))
    .where(
      and(
        who === '' ? undefined : eq(keeper.name, who),
        operation === '' ? undefined : ilike(keeperLog.operation, `${escapeLike(operation)}%`),
        text === ''
          ? undefined
          : or(
              eq(keeperLog.nounId, text),
              sql`${keeperLog.before}::text ilike ${`%${escapeLike(text)}%`}`,
              sql`${keeperLog.after}::text ilike ${`%${escapeLike(text)}%`}`,
            ),
        from ? gte(keeperLog.at, from) : undefined,
        until ? lt(keeperLog.at, until) : undefined,
      ),
    )
    .orderBy(desc(keeperLog.keeperLogId))
    .limit(limit)
    .offset(offset);
}

/** Logged change with the state before and after. */
export type LoggedChange = Pick<
  typeof keeperLog.$inferSelect,
  'keeperLogId' | 'at' | 'operation' | 'nounId' | 'before' | 'after'
> & {
  /** Null for a command. */
  readonly keeperName: string | null;
};

/** Lists the latest changes of a type of resource or of a single one, newest first. */
export async function listChanges(
  handle: Database,
  {
    noun,
    nounId,
    operation,
    limit,
  }: {
    readonly noun: string;
    readonly nounId?: string | number;
    readonly operation?: string;
    readonly limit: number;
  },
): Promise<LoggedChange[]> {
  return selectChanges(handle)
    .where(
      and(
        eq(keeperLog.noun, noun),
        nounId === undefined ? undefined : eq(keeperLog.nounId, String(nounId)),
        operation === undefined ? undefined : eq(keeperLog.operation, operation),
      ),
    )
    .orderBy(desc(keeperLog.keeperLogId))
    .limit(limit);
}

export async function findChange(
  handle: Database,
  noun: string,
  keeperLogId: number,
): Promise<LoggedChange | undefined> {
  const [row] = await selectChanges(handle).where(
    and(eq(keeperLog.noun, noun), eq(keeperLog.keeperLogId, keeperLogId)),
  );
  return row;
}

const selectChanges = (handle: Database) =>
  handle
    .select({
      keeperLogId: keeperLog.keeperLogId,
      at: keeperLog.at,
      keeperName: keeper.name,
      operation: keeperLog.operation,
      nounId: keeperLog.nounId,
      before: keeperLog.before,
      after: keeperLog.after,
    })
    .from(keeperLog)
    .leftJoin(keeper, eq(keeper.keeperId, keeperLog.keeperId));
