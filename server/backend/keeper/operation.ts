import type Type from 'typebox';
import type { Actor } from '../audit/audit.ts';
import type { Database } from '../database/database.ts';
import type { LoggedState } from './tables.ts';
import type { KeeperValues } from './texts.ts';

/** A file that came with an operation. */
export interface SentFile {
  /** As its sender calls it; for telling, never a path. */
  readonly name: string;
  readonly bytes: Buffer;
}

/** What an operation changed, as the log keeps it. */
export interface Change {
  readonly noun: string;
  readonly nounId: string | number;
  /** Null where there was nothing before, or is nothing afterwards. */
  readonly before: LoggedState;
  readonly after: LoggedState;
  readonly count?: number;
}

/** What came of an operation. */
export interface Outcome {
  /** Written into the log, in the transaction of the change; none where everything was so already. */
  readonly changes: readonly Change[];
  /** Said to whoever asked for it: a text of `locales/keeper.<locale>.json`, `keeper.done` where there is nothing to tell beside it. */
  readonly said?: {
    readonly key: string;
    readonly values?: KeeperValues;
    /** A way out of the keeper's pages: an absolute address, and the key of its words. */
    readonly link?: { readonly href: string; readonly key: string };
  };
  /** Page that shows the result, below `/keeper`; the page of the form where it is left out. */
  readonly leadsTo?: string;
  /**
   * Said in place of `said` where it is a secret: on the answer itself, so that it is kept nowhere. Sending the form again must be refused,
   * since no other page is led to.
   */
  readonly secret?: { readonly key: string; readonly values: KeeperValues };
}

/** What an operation knows of whoever asks for it. */
export interface OperationContext {
  readonly now: Date;
  readonly actor: Actor;
  /** Files by the names of their fields; only those that the operation declares. */
  readonly files: ReadonlyMap<string, readonly SentFile[]>;
  /**
   * States the money that the operation moves: refunds, and what gift cards are worth more or less. Above the amount of the setting
   * SECOND_PERSON_ABOVE_EUROS it throws, which undoes the transaction, and the operation is stored as a request for another person.
   *
   * @param cents euro cents, 0 or more
   * @returns whether another person has confirmed it
   */
  requireSecondPerson(cents: number): boolean;
}

type TextValues = Readonly<Record<string, string | number>>;

/** What a reason is about, as it is found by a person. */
export interface RefusalPlace {
  /** From the large to the small: names as files and pages have them, and texts of `locales/keeper.<locale>.json`. */
  readonly words: readonly (string | { readonly key: string; readonly values?: TextValues })[];
  /** Page that it is changed on, below `/keeper`; left out where there is none. */
  readonly path?: string;
}

/** One of several reasons: a text `keeper.refusal.<code>`. */
export interface RefusalDetail {
  readonly code: string;
  readonly values?: TextValues;
  readonly place?: RefusalPlace;
}

/**
 * An operation cannot be done, for a reason that whoever asked can do something about.
 *
 * @param code text `keeper.refusal.<code>`
 * @param values of the text
 * @param field that it is about, where it is one
 * @param details told below the text: the faults of a file, line by line
 */
export class KeeperRefusal extends Error {
  override readonly name = 'KeeperRefusal';
  readonly code: string;
  readonly values: Readonly<Record<string, string | number>>;
  readonly field: string | undefined;
  readonly details: readonly RefusalDetail[];

  constructor(
    code: string,
    values: Readonly<Record<string, string | number>> = {},
    field?: string,
    details: readonly RefusalDetail[] = [],
  ) {
    super(code);
    this.code = code;
    this.values = values;
    this.field = field;
    this.details = details;
  }
}

interface Declared<S extends Type.TObject> {
  /** '<noun>.<act>': 'order.ship'. */
  readonly name: string;
  /** What it takes; `fields.ts` says how fields are written in forms and on a command line. */
  readonly input: S;
  /** Fields that are files, and how large each may be at most. */
  readonly files?: Readonly<Record<string, { readonly maxBytes: number; readonly maxCount: number }>>;
  /** Asked for again before it is done: what cannot be undone by another operation. */
  readonly needsConsent?: boolean;
}

/**
 * Something that the shop's own people have it do, by page or by command. It runs in one transaction, which may run twice where it lost
 * against another: nothing outside the database is touched. Work that needs several transactions declares `work` in place of `run`, and
 * hands what it changed to `note` in the transaction of the change.
 */
export interface KeeperOperation {
  readonly name: string;
  readonly input: Type.TObject;
  readonly files: Readonly<Record<string, { readonly maxBytes: number; readonly maxCount: number }>>;
  readonly needsConsent: boolean;
  readonly run?: (transaction: Database, input: unknown, context: OperationContext) => Promise<Outcome>;
  readonly work?: (input: unknown, context: WorkContext) => Promise<Omit<Outcome, 'changes'>>;
}

export interface WorkContext extends OperationContext {
  /** Writes what was changed into the log, in the transaction that changed it. */
  note(transaction: Database, changes: readonly Change[]): Promise<void>;
}

/** Declares an operation that is one transaction. */
export function createOperation<S extends Type.TObject>(
  declared: Declared<S> & {
    readonly run: (
      transaction: Database,
      input: Type.Static<S>,
      context: OperationContext,
    ) => Promise<Outcome>;
  },
): KeeperOperation {
  const { name, input, files = {}, needsConsent = false, run } = declared;
  // The input was checked by this very schema.
  return { name, input, files, needsConsent, run: run as unknown as NonNullable<KeeperOperation['run']> };
}

/** Declares an operation of several transactions, each of which notes its own changes. */
export function createLongOperation<S extends Type.TObject>(
  declared: Declared<S> & {
    readonly work: (input: Type.Static<S>, context: WorkContext) => Promise<Omit<Outcome, 'changes'>>;
  },
): KeeperOperation {
  const { name, input, files = {}, needsConsent = false, work } = declared;
  return { name, input, files, needsConsent, work: work as unknown as NonNullable<KeeperOperation['work']> };
}

/**
 * Declares an operation that is one transaction, and needs something that is read before it: the directory of sites asks on a handle of its
 * own, which nobody waits for inside a transaction.
 */
export function createPreparedOperation<S extends Type.TObject, P>(
  database: Database,
  declared: Declared<S> & {
    readonly prepare: () => Promise<P>;
    readonly run: (
      transaction: Database,
      input: Type.Static<S>,
      context: OperationContext,
      prepared: P,
    ) => Promise<Outcome>;
  },
): KeeperOperation {
  const { prepare, run, ...rest } = declared;
  return createLongOperation<S>({
    ...rest,
    async work(input, context) {
      const prepared = await prepare();
      const { changes: _changes, ...outcome } = await database.transaction(
        'keeper-operation',
        async (transaction) => {
          const result = await run(transaction, input, context, prepared);
          await context.note(transaction, result.changes);
          return result;
        },
      );
      return outcome;
    },
  });
}
