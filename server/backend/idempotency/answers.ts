import { createHash } from 'node:crypto';
import { and, eq, gt, lte } from 'drizzle-orm';
import type { CallName } from '../../../shared/contract/paths.ts';
import { getVisitorKey } from '../../platform/visitor-key.ts';
import type { Database } from '../database/database.ts';
import type { TransactionName } from '../database/transactions.ts';
import type { Caller } from '../http/caller.ts';
import { ProblemError } from '../http/problem-error.ts';
import { getRetentionLimit } from '../privacy/retention.ts';
import { idempotentAnswer } from './tables.ts';

/** What may come with a key: calls, and the form of a return, which is none since it carries files. */
type KeyedName = CallName | 'createReturn';

/** A call that was made with a key, as its repeats are known by. */
export interface KeyedRequest {
  readonly call: KeyedName;
  readonly keyHash: string;
  readonly requestHash: string;
  /** When it came. */
  readonly now: Date;
}

export interface StoredAnswer {
  readonly status: number;
  /** Undefined where there is nothing to tell. */
  readonly body: unknown;
}

/** Ends the work of a call that another one with its key has just done. */
export class AlreadyAnsweredError extends Error {
  override readonly name = 'AlreadyAnsweredError';
  readonly answer: StoredAnswer;

  constructor(answer: StoredAnswer) {
    super('Another call with this key has been answered');
    this.answer = answer;
  }
}

/** Remembers for 24 hours what calls with a key were answered. */
export interface AnswerStore {
  /**
   * What this very request was answered before; undefined where it is new.
   *
   * @throws ProblemError `idempotency_key_reused` where the key came with another request
   */
  find(request: KeyedRequest): Promise<StoredAnswer | undefined>;
  /**
   * Does the work of a request and keeps its answer, in one transaction: neither exists without the other. Of two at once the second
   * waits for the first. A refusal keeps nothing, since it has changed nothing: its repeat is tried anew.
   *
   * @param request undefined: it came without a key, and is done each time
   * @param status of the answer where the work succeeds
   * @throws AlreadyAnsweredError with the answer of the first
   */
  run<T>(
    request: KeyedRequest | undefined,
    work: {
      readonly name: TransactionName;
      readonly status: number;
      readonly signal: AbortSignal;
      readonly run: (transaction: Database) => Promise<T>;
    },
  ): Promise<T>;
}

const hash = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url');

/** The same value whatever the order of its keys. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([name, child]) => [name, sortKeys(child)]);
}

/** Whose key it is: another's with the same letters is another key. */
function getScope({ account, cart, keeper }: Caller, cartCookie: string | null, address: string | null) {
  if (keeper) return ['keeper', keeper.name];
  if (cart) return ['cart', cart.cartId];
  if (account) return ['account', account.accountId];
  if (cartCookie !== null) return ['cart', cartCookie];
  return ['visitor', address === null ? '' : getVisitorKey(address)];
}

/** Names a call by its key and caller, and by what it asks. */
export function createKeyedRequest(asked: {
  readonly call: KeyedName;
  readonly siteId: number | undefined;
  readonly caller: Caller;
  /** Not proven: who has no cart yet is known by nothing else of theirs. */
  readonly cartCookie: string | null;
  readonly visitorAddress: string | null;
  readonly key: string;
  /** Params, query and body. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly now: Date;
}): KeyedRequest {
  const { call, siteId = null, caller, cartCookie, visitorAddress, key, input, now } = asked;
  const { params, query, body } = input;
  return {
    call,
    keyHash: hash([call, siteId, getScope(caller, cartCookie, visitorAddress), key]),
    requestHash: hash([params, query, body].map(sortKeys)),
    now,
  };
}

/** Makes the store. */
export function createAnswerStore(database: Database): AnswerStore {
  async function find(
    handle: Database,
    { keyHash, requestHash, now }: KeyedRequest,
  ): Promise<StoredAnswer | undefined> {
    const [found] = await handle
      .select()
      .from(idempotentAnswer)
      .where(
        and(
          eq(idempotentAnswer.keyHash, keyHash),
          gt(idempotentAnswer.createdAt, getRetentionLimit('keyedAnswers', now)),
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
          // Another that is at it has the row: this one waits here until that has ended.
          const claimed = await transaction
            .insert(idempotentAnswer)
            .values({ keyHash, ...row })
            .onConflictDoUpdate({
              target: idempotentAnswer.keyHash,
              set: row,
              setWhere: lte(idempotentAnswer.createdAt, getRetentionLimit('keyedAnswers', now)),
            })
            .returning({ keyHash: idempotentAnswer.keyHash });
          if (claimed.length === 0) {
            const answer = await find(transaction, request);
            if (!answer) throw new Error(`The answer of ${call} is gone`);
            throw new AlreadyAnsweredError(answer);
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

/** A form that is being worked on. */
export interface SentForm {
  readonly call: string;
  /** Of what it was made with and of all that was written into it. */
  readonly formHash: string;
  /** Random: tells this sending from others of the same form. */
  readonly sending: string;
  readonly now: Date;
}

/**
 * Notes that a form does its work, in the transaction of that. Of two sendings at once the second waits for the first.
 *
 * @returns false where another sending has done so
 */
export async function noteSent(
  transaction: Database,
  { call, formHash, sending, now }: SentForm,
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

/** Whether a form has done its work. */
export const wasSent = async (handle: Database, { formHash }: SentForm): Promise<boolean> =>
  (await handle.$count(idempotentAnswer, eq(idempotentAnswer.keyHash, formHash))) > 0;

/** Forgets the answers from before a moment. */
export async function deleteOldAnswers(database: Database, before: Date): Promise<void> {
  await database.delete(idempotentAnswer).where(lte(idempotentAnswer.createdAt, before));
}
