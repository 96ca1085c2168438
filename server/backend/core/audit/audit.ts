import { eq, lt } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { type ActorKind, type AuditDetails, auditEntry } from './tables.ts';

/** Person or process that performs an action. */
export interface Actor {
  readonly kind: ActorKind;
  /** Id of the account; never a name or an address. */
  readonly id: string;
}

/** Actor of the npm commands, which all use the one admin token. */
export const commandActor: Actor = { kind: 'keeper', id: 'command' };

/** Actor of automatic changes, such as jobs. */
export const automaticActor: Actor = { kind: 'shop', id: 'shop' };

/** Who makes a change, and when. */
export interface ChangeContext {
  readonly actor: Actor;
  readonly now: Date;
}

/** Action that is recorded in the audit log. */
export interface AuditAction {
  readonly actor: Actor;
  /** Name in kebab case, for example 'hide'. */
  readonly act: string;
  /** Type of the changed resource, as its module calls it, for example 'review'. */
  readonly resource: string;
  /** Omitted if the action concerns all resources of the type. */
  readonly resourceId?: string | number;
  /** Codes and numbers. Contains no text written by a person and no personal data. */
  readonly details?: AuditDetails;
  readonly now: Date;
}

async function insertAuditEntry(transaction: Database, action: AuditAction): Promise<number | undefined> {
  const { actor, act, resource, resourceId, details = {}, now } = action;
  const [row] = await transaction
    .insert(auditEntry)
    .values({
      at: now,
      actorKind: actor.kind,
      actorId: actor.id,
      act,
      resource,
      resourceId: resourceId === undefined ? null : String(resourceId),
      details,
    })
    .returning({ auditEntryId: auditEntry.auditEntryId });
  return row?.auditEntryId;
}

/**
 * Records an action. Call it in the transaction of the change, so that the change and its entry commit or
 * roll back together.
 */
export async function recordAuditEntry(transaction: Database, action: AuditAction): Promise<void> {
  await insertAuditEntry(transaction, action);
}

/** Records an action of a customer on their own account, in the transaction of the change. */
export const recordOwnAccountEntry = (
  transaction: Database,
  accountId: string,
  act: string,
  now: Date,
): Promise<void> =>
  recordAuditEntry(transaction, {
    actor: { kind: 'account', id: accountId },
    act,
    resource: 'account',
    resourceId: accountId,
    now,
  });

/** Id that no audit entry has. */
const NO_ENTRY_ID = 0;

/**
 * Records an action if `isNoted` is true, in constant time: the same statements run either way, so the
 * duration does not reveal the condition. The entry that must not remain is deleted in the same transaction.
 */
export async function recordAuditEntryIf(
  transaction: Database,
  action: AuditAction,
  shouldRecord: boolean,
): Promise<void> {
  const auditEntryId = await insertAuditEntry(transaction, action);
  const deletedEntryId = shouldRecord ? NO_ENTRY_ID : (auditEntryId ?? NO_ENTRY_ID);
  await transaction.delete(auditEntry).where(eq(auditEntry.auditEntryId, deletedEntryId));
}

/** Deletes entries older than the given moment. */
export async function deleteOldAuditEntries(database: Database, before: Date): Promise<void> {
  await database.delete(auditEntry).where(lt(auditEntry.at, before));
}
