import { eq, lt } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { type ActorKind, type AuditDetails, auditEntry } from './tables.ts';

/** Who does something. */
export interface Actor {
  readonly kind: ActorKind;
  /** Of their account; never a name or an address. */
  readonly id: string;
}

/** Whoever gives a command: all of them show the one token of the keeper. */
export const commandActor: Actor = { kind: 'keeper', id: 'command' };

/** What the shop does by itself, where something else brings it about. */
export const shopActor: Actor = { kind: 'shop', id: 'shop' };

/** An act that somebody may ask about later. */
export interface Act {
  readonly actor: Actor;
  /** In kebab case: 'hide'. */
  readonly act: string;
  /** What it is about, in the word of its module: 'review'. */
  readonly noun: string;
  /** Left out where it is about all of them. */
  readonly nounId?: string | number;
  /** Codes and numbers; nothing that a person wrote, and nothing that tells who they are. */
  readonly details?: AuditDetails;
  readonly now: Date;
}

async function insertAct(transaction: Database, done: Act): Promise<number | undefined> {
  const { actor, act, noun, nounId, details = {}, now } = done;
  const [row] = await transaction
    .insert(auditEntry)
    .values({
      at: now,
      actorKind: actor.kind,
      actorId: actor.id,
      act,
      noun,
      nounId: nounId === undefined ? null : String(nounId),
      details,
    })
    .returning({ auditEntryId: auditEntry.auditEntryId });
  return row?.auditEntryId;
}

/** Notes an act. In the transaction of what it changes, so that nothing is changed without a note and nothing noted that was not. */
export async function noteAct(transaction: Database, done: Act): Promise<void> {
  await insertAct(transaction, done);
}

/** No entry has it. */
const NO_ENTRY = 0;

/**
 * The same, where the time that it takes must not say whether there is anything to note: the same statements run either way, and the entry
 * of what is not to be noted is gone when its transaction ends.
 */
export async function noteActOrNone(transaction: Database, done: Act, isNoted: boolean): Promise<void> {
  const auditEntryId = await insertAct(transaction, done);
  const gone = isNoted ? NO_ENTRY : (auditEntryId ?? NO_ENTRY);
  await transaction.delete(auditEntry).where(eq(auditEntry.auditEntryId, gone));
}

/** Forgets the acts from before a moment. */
export async function deleteOldActs(database: Database, before: Date): Promise<void> {
  await database.delete(auditEntry).where(lt(auditEntry.at, before));
}
