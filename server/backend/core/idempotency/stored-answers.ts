import { createHash } from 'node:crypto';
import { and, eq, gt, lte } from 'drizzle-orm';
import type { CallName } from '../../../../shared/contract/paths.ts';
import { getVisitorAddressKey } from '../../../platform/visitor-address-key.ts';
import type { Database } from '../database/database.ts';
import type { TransactionName } from '../database/transaction-rules.ts';
import type { Caller } from '../http/caller.ts';
import { ProblemError } from '../http/problem-error.ts';
import { getRetentionLimit } from '../privacy/retention.ts';
import { idempotencyRetention } from './retention.ts';
import { idempotentAnswer } from './tables.ts';

/**
 * Operations that accept a key: calls, and the form of a return, which is not a call because it contains
 * files.
 */
type KeyedOperationName = CallName | 'createReturn';

/** Request with a key, with the fields that identify its repeats. */
export interface IdempotentRequest {
  readonly call: KeyedOperationName;
  readonly keyHash: string;
  readonly requestHash: string;
  /** Time of the request. */
  readonly now: Date;
}

export interface StoredAnswer {
  readonly status: number;
  /** Undefined if the response has no body. */
  readonly body: unknown;
}

/** Thrown to end a request whose work was just done by another one with the same key. */
export class DuplicateRequestError extends Error {
  override readonly name = 'DuplicateRequestError';
  readonly answer: StoredAnswer;

  constructor(answer: StoredAnswer) {
    super('Another call with this key has been answered');
    this.answer = answer;
  }
}

/** Stores the responses to calls with a key for 24 hours. */
export interface AnswerStore {
  /**
   * Returns the stored response to the same request; undefined if it is new.
   *
   * @throws ProblemError `idempotency_key_reused` if the key was used for another request
   */
  find(request: IdempotentRequest): Promise<StoredAnswer | undefined>;
  /**
   * Runs the work of a request and stores its response in one transaction. Of two concurrent requests the
   * second waits for the first. Refusals are not stored, because they change nothing, so a repeat runs again.
   *
   * @param request undefined if it has no key; the work then runs each time
   * @param status status of the response if the work succeeds
   * @throws DuplicateRequestError with the response to the first request
   */
  run<T>(
    request: IdempotentRequest | undefined,
    work: {
      readonly name: TransactionName;
      readonly status: number;
      readonly signal: AbortSignal;
      readonly run: (transaction: Database) => Promise<T>;
    },
  ): Promise<T>;
}

const hashJson = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url');

/** Returns an equal value for any order of members. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([name, child]) => [name, sortKeys(child)]);
}

/** Returns the caller that owns a key, because two callers may use the same one. */
function getKeyOwner({ account, cart, staff }: Caller, cartCookie: string | null, address: string | null) {
  if (staff) return ['staff', staff.name];
  if (cart) return ['cart', cart.cartId];
  if (account) return ['account', account.accountId];
  if (cartCookie !== null) return ['cart', cartCookie];
  return ['visitor', address === null ? '' : getVisitorAddressKey(address)];
}

/** Identifies a request by its key, caller and input. */
export function createIdempotentRequest(asked: {
  readonly call: KeyedOperationName;
  readonly siteId: number | undefined;
  readonly caller: Caller;
  /** Unverified. It is the only identification of a caller without a cart. */
  readonly cartCookie: string | null;
  readonly visitorAddress: string | null;
  readonly key: string;
  /** Parameters, query and body. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly now: Date;
}): IdempotentRequest {
  const { call, siteId = null, caller, cartCookie, visitorAddress, key, input, now } = asked;
  const { params, query, body } = input;
  return {
    call,
    keyHash: hashJson([call, siteId, getKeyOwner(caller, cartCookie, visitorAddress), key]),
    requestHash: hashJson([params, query, body].map(sortKeys)),
    now,
  };
}

/** Creates the store. */
export function createAnswerStore(database: Database): AnswerStore {
  async function find(
    handle: Database,
    { keyHash, requestHash, now }: IdempotentRequest,
  ): Promise<StoredAnswer | undefined> {
    const [found] = await handle
      .select()
      .from(idempotentAnswer)
      .where(
        and(
          eq(idempotentAnswer.keyHash, keyHash),
          gt(idempotentAnswer.createdAt, getRetentionLimit(idempotencyRetention.keyedAnswers, now)),
        ),
      );
    if (!found) return undefined;
    if (found.requestHash !== requestHash) throw new ProblemError('idempotency_key_reused');
    return { status: found.status, body: found.body === null ? undefined : JSON.parse(found.body) };
  }

  return {
    find: (request) => find(database, request),
    run: (request, { name, status, signal, run }) =>
      database.transaction(
        name,
        async (transaction) => {
          if (request === undefined) return run(transaction);
          const { keyHash, call, requestHash, now } = request;
          const row = { call, requestHash, status, body: null, createdAt: now };
          // If another request holds the row, this statement waits until that one has ended.
          const claimed = await transaction
            .insert(idempotentAnswer)
            .values({ keyHash, ...row })
            .onConflictDoUpdate({
              target: idempotentAnswer.keyHash,
              set: row,
              setWhere: lte(
                idempotentAnswer.createdAt,
                getRetentionLimit(idempotencyRetention.keyedAnswers, now),
              ),
            })
            .returning({ keyHash: idempotentAnswer.keyHash });
          if (claimed.length === 0) {
            const answer = await find(transaction, request);
            if (!answer) throw new Error(`The stored answer of ${call} was deleted`);
            throw new DuplicateRequestError(answer);
          }
          const result = await run(transaction);
          if (result !== undefined) {
            await transaction
              .update(idempotentAnswer)
              .set({ body: JSON.stringify(result) })
              .where(eq(idempotentAnswer.keyHash, keyHash));
          }
          return result;
        },
        { signal },
      ),
  };
}

/** Form whose operation is running. */
export interface SentForm {
  readonly call: string;
  /** Hash of the form's identity and of all entered values. */
  readonly formHash: string;
  /** Random id that distinguishes this submission from others of the same form. */
  readonly submissionId: string;
  readonly now: Date;
}

/**
 * Records that a form was processed, in the transaction of its operation. Of two concurrent submissions the
 * second waits for the first.
 *
 * @returns false if another submission was processed
 */
export async function recordFormSubmission(
  transaction: Database,
  { call, formHash, submissionId: sending, now }: SentForm,
): Promise<boolean> {
  const noted = await transaction
    .insert(idempotentAnswer)
    .values({ keyHash: formHash, call, requestHash: sending, status: 303, body: null, createdAt: now })
    .onConflictDoUpdate({
      target: idempotentAnswer.keyHash,
      set: { createdAt: now },
      setWhere: eq(idempotentAnswer.requestHash, sending),
    })
    .returning({ keyHash: idempotentAnswer.keyHash });
  return noted.length > 0;
}

/** Returns true if a form was processed. */
export const isFormProcessed = async (handle: Database, { formHash }: SentForm): Promise<boolean> =>
  (await handle.$count(idempotentAnswer, eq(idempotentAnswer.keyHash, formHash))) > 0;

/** Deletes responses older than the given moment. */
export async function deleteOldAnswers(database: Database, before: Date): Promise<void> {
  await database.delete(idempotentAnswer).where(lte(idempotentAnswer.createdAt, before));
}
