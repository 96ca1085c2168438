import type { Actor } from '../audit/audit.ts';
import type { Database } from '../database/database.ts';
import { noteSent, wasSent } from '../idempotency/answers.ts';
import { createToken } from '../security/token.ts';
import { type FieldFault, readFields, type WrittenFields } from './fields.ts';
import { noteChanges } from './log.ts';
import { type KeeperOperation, KeeperRefusal, type Outcome, type SentFile } from './operation.ts';

/** What came of asking for an operation. */
export type Done =
  | ({ readonly kind: 'done'; readonly isChanged: boolean } & Pick<Outcome, 'said' | 'leadsTo' | 'secret'>)
  /** The very same form had been sent before, as by a second click: what it asks for was done then, once. */
  | { readonly kind: 'repeated' }
  | { readonly kind: 'faults'; readonly faults: readonly FieldFault[] }
  | { readonly kind: 'refused'; readonly refusal: KeeperRefusal };

/** All operations of the shop; pages and commands ask for them here, and nowhere else. */
export interface KeeperOperations {
  readonly list: readonly KeeperOperation[];
  find(name: string): KeeperOperation | undefined;
  /** Reads the fields, does what is asked, and writes the log. */
  run(
    operation: KeeperOperation,
    asked: {
      readonly written: WrittenFields;
      readonly files: ReadonlyMap<string, readonly SentFile[]>;
      readonly actor: Actor;
      readonly now: Date;
      /** Of a form that changes something once, however often it is sent; a command has none. */
      readonly formHash?: string;
    },
  ): Promise<Done>;
}

/** Undoes what a form would do a second time. */
class RepeatedFormError extends Error {
  override readonly name = 'RepeatedFormError';
}

/** @throws Error where two operations have one name: a mistake of the program */
export function createKeeperOperations(
  database: Database,
  list: readonly KeeperOperation[],
): KeeperOperations {
  const byName = new Map(list.map((operation) => [operation.name, operation]));
  if (byName.size !== list.length) throw new Error('Two operations of the keeper have one name');
  return {
    list,
    find: (name) => byName.get(name),
    async run(operation, { written, files, actor, now, formHash }) {
      const read = readFields(operation.input, written);
      if ('faults' in read) return { kind: 'faults', faults: read.faults };
      for (const [field, sent] of files) {
        const declared = operation.files[field];
        if (!declared) return { kind: 'faults', faults: [{ field, code: 'unknown' }] };
        if (sent.length > declared.maxCount) return { kind: 'faults', faults: [{ field, code: 'twice' }] };
        if (sent.some(({ bytes }) => bytes.length > declared.maxBytes)) {
          const values = { maximum: Math.floor(declared.maxBytes / 1_000_000) };
          return { kind: 'faults', faults: [{ field, code: 'length', values }] };
        }
      }
      const context = { now, actor, files };
      const form =
        formHash === undefined
          ? null
          : { call: `keeper ${operation.name}`, formHash, sending: createToken(), now };
      let isChanged = false;
      const note = async (transaction: Database, changes: Outcome['changes']) => {
        isChanged ||= changes.length > 0;
        if (form && changes.length > 0 && !(await noteSent(transaction, form))) throw new RepeatedFormError();
        await noteChanges(transaction, { operation: operation.name, changes, actor, now });
      };
      try {
        if (operation.work) {
          const outcome = await operation.work(read.input, { ...context, note });
          return { kind: 'done', isChanged, ...outcome };
        }
        const { changes, ...outcome } = await database.transaction(
          'keeper-operation',
          async (transaction) => {
            const result = (await operation.run?.(transaction, read.input, context)) ?? { changes: [] };
            await note(transaction, result.changes);
            return result;
          },
        );
        return { kind: 'done', isChanged: changes.length > 0, ...outcome };
      } catch (error) {
        if (error instanceof RepeatedFormError) return { kind: 'repeated' };
        if (!(error instanceof KeeperRefusal)) throw error;
        // Of two clicks the second one finds what the first has changed.
        return form && (await wasSent(database, form))
          ? { kind: 'repeated' }
          : { kind: 'refused', refusal: error };
      }
    },
  };
}
