import { and, desc, eq, gte, ilike, lt, or, sql } from 'drizzle-orm';
import { type Actor, commandActor } from '../audit/audit.ts';
import type { Database } from '../database/database.ts';
import type { Change } from './operation.ts';
import { keeper, keeperLog, type LoggedState } from './tables.ts';

/** Operation of a sign-in of staff that failed. */
export const SIGN_IN_FAILED = 'session.fail';

/** Writes changes into the log, in the transaction that made them. */
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

/** Writes into the log what a command of its own name has changed, as the operation that does the same does it. */
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

/** What is looked for; an empty text is not. */
export interface LogQuestion {
  readonly who: string;
  /** Beginning of an operation: 'order' finds 'order.ship'. */
  readonly operation: string;
  /** Id or word in what was changed. */
  readonly text: string;
  /** Days by UTC. */
  readonly from: Date | null;
  readonly until: Date | null;
}

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Entries of the log, newest first. */
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

/** A change as the log has it, with the state before and after. */
export type LoggedChange = Pick<
  typeof keeperLog.$inferSelect,
  'keeperLogId' | 'at' | 'operation' | 'nounId' | 'before' | 'after'
> & {
  /** Null for a command. */
  readonly keeperName: string | null;
};

/** The latest changes of a kind of thing, or of one of them, newest first. */
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
