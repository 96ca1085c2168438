import { and, desc, eq, gte, ilike, lt, or, sql } from 'drizzle-orm';
import { type Actor, commandActor } from '../audit/audit.ts';
import type { Database } from '../database/database.ts';
import { escapeLike } from '../database/escape-like.ts';
import type { Change } from './operation.ts';
import { adminLog, type LoggedState, staffMember } from './tables.ts';

/** Log entry of a failed sign-in of staff. */
export const FAILED_SIGN_IN_OPERATION = 'session.fail';

/** Writes changes to the log, in the transaction that made them. */
export async function logChanges(
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
  await transaction.insert(adminLog).values(
    changes.map(({ resource, resourceId, before, after, count = 1 }) => ({
      at: now,
      // All commands share one token, and the shop itself is no staff member.
      staffMemberId: actor.kind === 'keeper' && actor.id !== commandActor.id ? actor.id : null,
      operation,
      resource,
      resourceId: String(resourceId),
      before,
      after,
      count,
    })),
  );
}

/** Logs the changes of a separate command as the equivalent operation does. */
export const logCommandChanges = (
  transaction: Database,
  operation: string,
  changes: readonly Change[],
  now: Date,
): Promise<void> => logChanges(transaction, { operation, changes, actor: commandActor, now });

export interface LogEntry {
  readonly adminLogId: number;
  readonly at: Date;
  /** Null for a command. */
  readonly staffMemberName: string | null;
  readonly operation: string;
  readonly resource: string;
  readonly resourceId: string;
  readonly before: LoggedState;
  readonly after: LoggedState;
  readonly count: number;
}

/** Search criteria; empty texts are ignored. */
export interface LogFilter {
  readonly who: string;
  /** Prefix of an operation: 'order' finds 'order.ship'. */
  readonly operation: string;
  /** Id or word in the changed data. */
  readonly text: string;
  /** Days in UTC. */
  readonly from: Date | null;
  readonly until: Date | null;
}

/** Lists entries of the log, newest first. */
export async function listLogEntries(
  database: Database,
  { who, operation, text, from, until }: LogFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<LogEntry[]> {
  return database
    .select({
      adminLogId: adminLog.adminLogId,
      at: adminLog.at,
      staffMemberName: staffMember.name,
      operation: adminLog.operation,
      resource: adminLog.resource,
      resourceId: adminLog.resourceId,
      before: adminLog.before,
      after: adminLog.after,
      count: adminLog.count,
    })
    .from(adminLog)
    .leftJoin(staffMember, eq(staffMember.staffMemberId, adminLog.staffMemberId))
    .where(
      and(
        who === '' ? undefined : eq(staffMember.name, who),
        operation === '' ? undefined : ilike(adminLog.operation, `${escapeLike(operation)}%`),
        text === ''
          ? undefined
          : or(
              eq(adminLog.resourceId, text),
              sql`${adminLog.before}::text ilike ${`%${escapeLike(text)}%`}`,
              sql`${adminLog.after}::text ilike ${`%${escapeLike(text)}%`}`,
            ),
        from ? gte(adminLog.at, from) : undefined,
        until ? lt(adminLog.at, until) : undefined,
      ),
    )
    .orderBy(desc(adminLog.adminLogId))
    .limit(limit)
    .offset(offset);
}

/** Logged change with the state before and after. */
export type LoggedChange = Pick<
  typeof adminLog.$inferSelect,
  'adminLogId' | 'at' | 'operation' | 'resourceId' | 'before' | 'after'
> & {
  /** Null for a command. */
  readonly staffMemberName: string | null;
};

/** Lists the latest changes of a type of resource or of a single one, newest first. */
export async function listChanges(
  handle: Database,
  {
    resource,
    resourceId,
    operation,
    limit,
  }: {
    readonly resource: string;
    readonly resourceId?: string | number;
    readonly operation?: string;
    readonly limit: number;
  },
): Promise<LoggedChange[]> {
  return selectLoggedChanges(handle)
    .where(
      and(
        eq(adminLog.resource, resource),
        resourceId === undefined ? undefined : eq(adminLog.resourceId, String(resourceId)),
        operation === undefined ? undefined : eq(adminLog.operation, operation),
      ),
    )
    .orderBy(desc(adminLog.adminLogId))
    .limit(limit);
}

export async function findChange(
  handle: Database,
  resource: string,
  adminLogId: number,
): Promise<LoggedChange | undefined> {
  const [row] = await selectLoggedChanges(handle).where(
    and(eq(adminLog.resource, resource), eq(adminLog.adminLogId, adminLogId)),
  );
  return row;
}

const selectLoggedChanges = (handle: Database) =>
  handle
    .select({
      adminLogId: adminLog.adminLogId,
      at: adminLog.at,
      staffMemberName: staffMember.name,
      operation: adminLog.operation,
      resourceId: adminLog.resourceId,
      before: adminLog.before,
      after: adminLog.after,
    })
    .from(adminLog)
    .leftJoin(staffMember, eq(staffMember.staffMemberId, adminLog.staffMemberId));
