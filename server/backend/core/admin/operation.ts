import type Type from 'typebox';
import type { Actor } from '../audit/audit.ts';
import type { Database } from '../database/database.ts';
import type { LoggedState } from './tables.ts';
import type { AdminTextKey, AdminTextValues } from './texts.ts';

export type { LoggedState } from './tables.ts';

/** Uploaded file of an operation. */
export interface UploadedFile {
  /** Name given by the client. For display only, never a path. */
  readonly name: string;
  readonly bytes: Buffer;
}

/** Logged change of an operation. */
export interface Change {
  readonly resource: string;
  readonly resourceId: string | number;
  /** Null if it did not exist before, or does not exist afterwards. */
  readonly before: LoggedState;
  readonly after: LoggedState;
  readonly count?: number;
}

/** Result of an operation. */
export interface Outcome {
  /** Changes for the log, written in the transaction of the change; empty if nothing changed. */
  readonly changes: readonly Change[];
  /** Message for the user, a text of `locales/admin.<locale>.json`; by default `admin.done`. */
  readonly message?: {
    readonly key: string;
    readonly values?: AdminTextValues;
    /** A link out of the back office: an absolute URL, and the key of its label. */
    readonly link?: { readonly href: string; readonly key: string };
  };
  /** Page that shows the result, below `/admin`; by default the page of the form. */
  readonly leadsTo?: string;
  /**
   * Secret message instead of `said`. It is part of the response itself, without redirect, so that it is not
   * stored. A repeated submission of the form must therefore be refused.
   */
  readonly secret?: { readonly key: string; readonly values: AdminTextValues };
}

/** Context of an operation. */
export interface OperationContext {
  readonly now: Date;
  readonly actor: Actor;
  /** Files by field name, only those that the operation declares. */
  readonly files: ReadonlyMap<string, readonly UploadedFile[]>;
  /**
   * States the amount of money that the operation moves: refunds, and changes of gift card balances. Above
   * the setting SECOND_PERSON_ABOVE_EUROS it throws, which rolls back the transaction. The operation is then
   * stored as a request for a second person.
   *
   * @param cents euro cents, 0 or more
   * @returns true if a second person has confirmed it
   */
  requireSecondPerson(cents: number): boolean;
}

type TextValues = Readonly<Record<string, string | number>>;

/** Location that a reason concerns, as shown to people. */
export interface RefusalLocation {
  /** From general to specific: names as in files and pages, and texts of `locales/admin.<locale>.json`. */
  readonly words: readonly (string | { readonly key: string; readonly values?: TextValues })[];
  /** Page on which it can be changed, below `/admin`; omitted if there is none. */
  readonly path?: string;
}

/** Translatable error message for staff: the text `admin.refusal.<code>`. */
export interface TranslatableFault {
  readonly code: string;
  readonly values?: TextValues;
}

/** One of several reasons. */
export interface RefusalDetail extends TranslatableFault {
  readonly location?: RefusalLocation;
}

/**
 * Thrown if an operation cannot run for a reason that the user can resolve.
 *
 * @param code text `admin.refusal.<code>`
 * @param values placeholders of the text
 * @param field field that it concerns, if it concerns one
 * @param details further lines below the text, for example the errors of a file
 */
export class AdminRefusal extends Error {
  override readonly name = 'AdminRefusal';
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

type ConsentTextKey = Extract<
  AdminTextKey,
  'admin.consent' | 'admin.consentRefund' | 'admin.consentRestorable'
>;

interface OperationDeclaration<S extends Type.TObject> {
  /** '<module>.<action>': 'order.ship'. */
  readonly name: string;
  /** Schema of the input. `fields.ts` defines the notation in forms and on a command line. */
  readonly input: S;
  /** Fields with files, and their maximum size and count. */
  readonly files?: Readonly<Record<string, { readonly maxBytes: number; readonly maxCount: number }>>;
  /** True if it must be confirmed first. */
  readonly needsConsent?: boolean;
  /** Text of the confirmation. Defaults to one for an operation that no other operation undoes. */
  readonly consentText?: ConsentTextKey;
}

/**
 * Operation of staff, run from a page or by a command. It runs in one transaction, which may be retried after
 * a conflict, so it must have no effects outside the database. An operation with several transactions
 * declares `work` instead of `run`, and passes its changes to `note` in the transaction of each change.
 */
export interface AdminOperation {
  readonly name: string;
  readonly input: Type.TObject;
  readonly files: Readonly<Record<string, { readonly maxBytes: number; readonly maxCount: number }>>;
  readonly needsConsent: boolean;
  readonly consentText: ConsentTextKey;
  readonly run?: (transaction: Database, input: unknown, context: OperationContext) => Promise<Outcome>;
  readonly work?: (input: unknown, context: LongOperationContext) => Promise<Omit<Outcome, 'changes'>>;
}

export interface LongOperationContext extends OperationContext {
  /** Writes changes to the log, in the transaction that made them. */
  note(transaction: Database, changes: readonly Change[]): Promise<void>;
}

/** Declares an operation with one transaction. */
export function createOperation<S extends Type.TObject>(
  declared: OperationDeclaration<S> & {
    readonly run: (
      transaction: Database,
      input: Type.Static<S>,
      context: OperationContext,
    ) => Promise<Outcome>;
  },
): AdminOperation {
  const { name, input, files = {}, needsConsent = false, consentText = 'admin.consent', run } = declared;
  // The input was validated by this schema.
  return {
    name,
    input,
    files,
    needsConsent,
    consentText,
    run: run as unknown as NonNullable<AdminOperation['run']>,
  };
}

/** Declares an operation with several transactions, each of which logs its own changes. */
export function createLongOperation<S extends Type.TObject>(
  declared: OperationDeclaration<S> & {
    readonly work: (
      input: Type.Static<S>,
      context: LongOperationContext,
    ) => Promise<Omit<Outcome, 'changes'>>;
  },
): AdminOperation {
  const { name, input, files = {}, needsConsent = false, consentText = 'admin.consent', work } = declared;
  return {
    name,
    input,
    files,
    needsConsent,
    consentText,
    work: work as unknown as NonNullable<AdminOperation['work']>,
  };
}

/**
 * Declares an operation with one transaction that needs data read before it. For example, the directory of
 * sites reads on a separate handle, which would deadlock inside a transaction.
 */
export function createOperationWithPreparedData<S extends Type.TObject, P>(
  database: Database,
  declared: OperationDeclaration<S> & {
    readonly prepare: () => Promise<P>;
    readonly run: (
      transaction: Database,
      input: Type.Static<S>,
      context: OperationContext,
      prepared: P,
    ) => Promise<Outcome>;
  },
): AdminOperation {
  const { prepare, run, ...rest } = declared;
  return createLongOperation<S>({
    ...rest,
    async work(input, context) {
      const prepared = await prepare();
      const { changes: _changes, ...outcome } = await database.transaction(
        'admin-operation',
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
