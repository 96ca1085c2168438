import Type from 'typebox';
import { type Actor, commandActor } from '../audit/audit.ts';
import type { Database } from '../database/database.ts';
import { isFormProcessed, recordFormSubmission } from '../idempotency/stored-answers.ts';
import { createToken } from '../security/token.ts';
import {
  type ApprovalRequest,
  decideApprovalRequest,
  findRequest,
  insertApprovalRequest,
} from './approval-requests.ts';
import { logChanges } from './change-log.ts';
import { type FieldFault, readFields, type SubmittedFields } from './fields.ts';
import {
  type AdminOperation,
  AdminRefusal,
  createLongOperation,
  createOperation,
  type Outcome,
  type UploadedFile,
} from './operation.ts';

/** Result of running an operation. */
export type OperationResult =
  | ({ readonly kind: 'done'; readonly isChanged: boolean } & Pick<Outcome, 'message' | 'leadsTo' | 'secret'>)
  /** The same form was submitted before, for example by a double click. Its operation ran once. */
  | { readonly kind: 'repeated' }
  | { readonly kind: 'faults'; readonly faults: readonly FieldFault[] }
  | { readonly kind: 'refused'; readonly refusal: AdminRefusal };

/** Request to run an operation. */
interface OperationRequest {
  readonly written: SubmittedFields;
  readonly files: ReadonlyMap<string, readonly UploadedFile[]>;
  readonly actor: Actor;
  readonly now: Date;
  /** Hash of a form, whose operation runs once for any number of submissions; undefined for a command. */
  readonly formHash?: string;
  /** Page of the form, below `/admin`. */
  readonly page?: string;
}

/** All operations of the shop. Pages and commands run them only through this interface. */
export interface AdminOperations {
  readonly list: readonly AdminOperation[];
  find(name: string): AdminOperation | undefined;
  /** Parses the fields, runs the operation and writes the log. */
  run(operation: AdminOperation, asked: OperationRequest): Promise<OperationResult>;
}

/** Thrown to roll back a repeated submission of a form. */
class RepeatedFormError extends Error {
  override readonly name = 'RepeatedFormError';
}

/** Thrown to roll back an operation that needs a second person. */
class SecondPersonRequiredRollback extends Error {
  override readonly name = 'SecondPersonRequiredRollback';
  /** Euro cents. */
  readonly amount: number;

  constructor(amount: number) {
    super('A second person has to confirm this');
    this.amount = amount;
  }
}

const APPROVAL_REQUEST_RESOURCE = 'request';
const requestId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** Returns the log state of a decision. */
const createDecisionChanges = (
  { requestId: resourceId, operation, amount, askedByName }: ApprovalRequest,
  after: Readonly<Record<string, unknown>>,
): Outcome['changes'] => [
  {
    resource: APPROVAL_REQUEST_RESOURCE,
    resourceId,
    before: { state: 'pending', operation, amount, askedBy: askedByName },
    after,
  },
];

/** Confirmation by a second person. */
interface SecondPersonConfirmation {
  /** Maximum amount that the operation may move: the one shown to the confirming person. */
  readonly cents: number;
  /** Called in the transaction of the operation. */
  settle(transaction: Database): Promise<void>;
}

/**
 * Creates the operations, including those that decide requests.
 *
 * @param options.secondPersonAboveCents maximum that one person may move alone, in euro cents; null if
 *   unlimited
 * @throws Error if two operations have the same name: a programming error
 */
export function createAdminOperations(
  database: Database,
  moduleOperations: readonly AdminOperation[],
  { secondPersonAboveCents }: { readonly secondPersonAboveCents: number | null },
): AdminOperations {
  const list = [...moduleOperations, createConfirm(), createDecline()];
  const byName = new Map(list.map((operation) => [operation.name, operation]));
  if (byName.size !== list.length) throw new Error('Two operations have the same name');

  /** Stores a request for a second person. */
  async function ask(
    operation: AdminOperation,
    { written, actor, now, page = '/' }: OperationRequest,
    amount: number,
    recordForm: (transaction: Database) => Promise<void>,
  ): Promise<OperationResult> {
    await database.transaction('admin-operation', async (transaction) => {
      await recordForm(transaction);
      const resourceId = await insertApprovalRequest(transaction, {
        operation: operation.name,
        fields: written,
        amount,
        page,
        askedBy: actor.id,
        askedAt: now,
      });
      const after = { operation: operation.name, amount };
      await logChanges(transaction, {
        operation: 'request.ask',
        changes: [{ resource: APPROVAL_REQUEST_RESOURCE, resourceId, before: null, after }],
        actor,
        now,
      });
    });
    return { kind: 'done', isChanged: true, message: { key: 'admin.said.requested' } };
  }

  /** @param confirmed set if a second person confirms the operation */
  async function execute(
    operation: AdminOperation,
    operationRequest: OperationRequest,
    confirmed?: SecondPersonConfirmation,
  ): Promise<OperationResult> {
    const { written, files, actor, now, formHash } = operationRequest;
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
    const requireSecondPerson = (cents: number): boolean => {
      if (confirmed) {
        // The balance or the refundable amount has changed since, so the second person has seen a smaller
        // amount.
        if (cents > confirmed.cents) throw new AdminRefusal('changed_meanwhile');
        return true;
      }
      if (secondPersonAboveCents === null || cents <= secondPersonAboveCents) return false;
      // All commands use one token, which identifies no person.
      if (actor.id === commandActor.id) throw new AdminRefusal('second_person_command');
      throw new SecondPersonRequiredRollback(cents);
    };
    const context = { now, actor, files, requireSecondPerson };
    const form =
      formHash === undefined
        ? null
        : { call: `admin ${operation.name}`, formHash, submissionId: createToken(), now };
    const recordForm = async (transaction: Database) => {
      if (form && !(await recordFormSubmission(transaction, form))) throw new RepeatedFormError();
    };
    let isChanged = false;
    const note = async (transaction: Database, changes: Outcome['changes']) => {
      isChanged ||= changes.length > 0;
      if (changes.length > 0) await recordForm(transaction);
      await confirmed?.settle(transaction);
      await logChanges(transaction, { operation: operation.name, changes, actor, now });
    };
    try {
      try {
        if (operation.work) {
          const outcome = await operation.work(read.input, { ...context, note });
          return { kind: 'done', isChanged, ...outcome };
        }
        const { changes, ...outcome } = await database.transaction('admin-operation', async (transaction) => {
          const result = (await operation.run?.(transaction, read.input, context)) ?? { changes: [] };
          await note(transaction, result.changes);
          return result;
        });
        return { kind: 'done', isChanged: changes.length > 0, ...outcome };
      } catch (error) {
        if (!(error instanceof SecondPersonRequiredRollback)) throw error;
        return await ask(operation, operationRequest, error.amount, recordForm);
      }
    } catch (error) {
      if (error instanceof RepeatedFormError) return { kind: 'repeated' };
      if (!(error instanceof AdminRefusal)) throw error;
      // A double click: the second submission finds the changes of the first.
      return form && (await isFormProcessed(database, form))
        ? { kind: 'repeated' }
        : { kind: 'refused', refusal: error };
    }
  }

  /** @throws AdminRefusal for a request that is not pending */
  async function readWaiting(handle: Database, id: number, now: Date): Promise<ApprovalRequest> {
    const found = await findRequest(handle, id, now);
    if (!found) throw new AdminRefusal('not_found');
    if (found.state === 'expired') throw new AdminRefusal('request_expired');
    if (found.state !== 'pending') throw new AdminRefusal('request_decided');
    return found;
  }

  /**
   * Creates the operation that confirms a request: it runs the requested operation in the name of the person
   * who requested it, in one transaction with the decision.
   */
  function createConfirm(): AdminOperation {
    return createLongOperation({
      name: 'request.confirm',
      input: Type.Object({ requestId }),
      needsConsent: true,
      async work(input, { now, actor, note }) {
        if (actor.id === commandActor.id) throw new AdminRefusal('second_person_command');
        const found = await readWaiting(database, input.requestId, now);
        if (found.askedBy === actor.id) throw new AdminRefusal('request_own');
        const operation = byName.get(found.operation);
        if (!operation) throw new AdminRefusal('not_found');
        const decision = { decidedBy: actor.id, now };
        const done = await execute(
          operation,
          { written: found.fields, files: new Map(), actor: { ...actor, id: found.askedBy }, now },
          {
            cents: found.amount,
            async settle(transaction) {
              const state = 'confirmed' as const;
              if (!(await decideApprovalRequest(transaction, found.requestId, { ...decision, state }))) {
                throw new AdminRefusal('request_decided');
              }
              await note(transaction, createDecisionChanges(found, { state }));
            },
          },
        );
        if (done.kind === 'done') {
          return {
            ...(done.message && { message: done.message }),
            ...(done.secret && { secret: done.secret }),
          };
        }
        if (done.kind === 'repeated') throw new RepeatedFormError();
        const refusal = done.kind === 'refused' ? done.refusal : new AdminRefusal('changed_meanwhile');
        // If another person has decided it meanwhile, that decision remains.
        await database.transaction('admin-operation', async (transaction) => {
          const state = 'refused' as const;
          const isDecided = await decideApprovalRequest(transaction, found.requestId, {
            ...decision,
            state,
            refusal: refusal.code,
          });
          const changes = isDecided ? createDecisionChanges(found, { state, refusal: refusal.code }) : [];
          await logChanges(transaction, { operation: 'request.confirm', changes, actor, now });
        });
        throw refusal;
      },
    });
  }

  /**
   * Creates the operation that declines a request. The person who requested it may also withdraw it this way.
   */
  function createDecline(): AdminOperation {
    return createOperation({
      name: 'request.decline',
      input: Type.Object({ requestId }),
      async run(transaction, input, { now, actor }) {
        const found = await readWaiting(transaction, input.requestId, now);
        const state = 'declined' as const;
        const decidedBy = actor.id === commandActor.id ? null : actor.id;
        if (!(await decideApprovalRequest(transaction, found.requestId, { state, decidedBy, now }))) {
          throw new AdminRefusal('request_decided');
        }
        return { changes: createDecisionChanges(found, { state }) };
      },
    });
  }

  return {
    list,
    find: (name) => byName.get(name),
    run: (operation, operationRequest) => execute(operation, operationRequest),
  };
}
