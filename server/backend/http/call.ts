import type { CallContract } from '../../../shared/contract/call-contract.ts';
import { type CallAnswer, type CallInput, callContracts } from '../../../shared/contract/calls.ts';
import type { CallPath } from '../../../shared/contract/paths/call-path.ts';
import { type CallName, callPaths } from '../../../shared/contract/paths.ts';
import type { Log } from '../../platform/logging.ts';
import type { Database } from '../database/database.ts';
import type { TransactionName } from '../database/transactions.ts';
import type { LanguageRecord, SiteRecord } from '../scope/site-record.ts';
import type { Account, Caller, CallerCart, Keeper } from './caller.ts';
import type { AnswerCookie, VisitorCookies } from './visitor-cookies.ts';

/** What every call knows: built once per request, frozen. */
export interface CallContext {
  /** Instant for which the answer is computed: that of a preview, or the present, by the `datetime` header or the clock. */
  readonly now: Date;
  readonly log: Log;
  /** Address of the visitor whose act it is, for limits; null where the caller told none. */
  readonly visitorAddress: string | null;
  /** Aborted when the caller leaves before the answer: what has not begun then need not begin. */
  readonly signal: AbortSignal;
}

/** What a call knows that is made for one site and language. */
export interface ScopedContext extends CallContext {
  readonly site: SiteRecord;
  readonly language: LanguageRecord;
}

/** What a call knows of the visitor who makes it. Only calls that no cache keeps have it, so that nothing of it can be kept. */
export interface VisitorContext extends Caller {
  /** What the cookies hold, not proven: for calls that end a session or join carts. */
  readonly cookies: VisitorCookies;
  /** What their browser calls itself; null where it says nothing. */
  readonly userAgent: string | null;
  /** Sets a cookie, if the call succeeds. */
  readonly setCookie: (cookie: AnswerCookie) => void;
}

interface Proofs {
  open: unknown;
  cart: { readonly cart: CallerCart };
  session: { readonly account: Account };
  freshSession: { readonly account: Account };
  keeper: { readonly keeper: Keeper };
}

type Paths = typeof callPaths;

/** What a call knows that takes an `Idempotency-Key`. */
export interface KeyedContext {
  /**
   * Does what the call is for, once for each key, in a transaction. The handler returns what this returns; what only refuses (limits,
   * rules) comes before it or throws inside.
   */
  readonly once: <T>(name: TransactionName, work: (transaction: Database) => Promise<T>) => Promise<T>;
}

/** Context of a call, by what the contract says of its scope, its cache, its key and who may make it. */
export type ContextOf<N extends CallName> = (Paths[N]['scoped'] extends true ? ScopedContext : CallContext) &
  (Paths[N]['cache'] extends 'never' ? VisitorContext : unknown) &
  ((typeof callContracts)[N] extends { readonly key: string } ? KeyedContext : unknown) &
  Proofs[(typeof callContracts)[N]['needs']];

/** Answers one call: validated input in, an answer of the contract out; refusals are thrown as ProblemError. */
export type CallHandler<N extends CallName> = (
  context: ContextOf<N>,
  input: CallInput<N>,
) => Promise<CallAnswer<N>>;

/** A call with its handler, its types forgotten: `createCall` made sure that they agree. */
export interface Call {
  readonly name: CallName;
  readonly path: CallPath;
  readonly contract: CallContract;
  readonly handler: (
    context: ScopedContext & VisitorContext & KeyedContext,
    input: unknown,
  ) => Promise<unknown>;
}

/** Binds a handler to its call; method, path, rights, parsing and documentation come from the contract. */
export function createCall<N extends CallName>(name: N, handler: CallHandler<N>): Call {
  return {
    name,
    path: callPaths[name],
    contract: callContracts[name],
    handler: handler as unknown as Call['handler'],
  };
}
