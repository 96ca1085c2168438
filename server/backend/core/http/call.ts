import type { CallContract } from '../../../../shared/contract/call-contract.ts';
import { type CallAnswer, type CallInput, callContracts } from '../../../../shared/contract/calls.ts';
import type { CallPath } from '../../../../shared/contract/paths/call-path.ts';
import { type CallName, callPaths } from '../../../../shared/contract/paths.ts';
import type { Log } from '../../../platform/logging.ts';
import type { Database } from '../database/database.ts';
import type { TransactionName } from '../database/transaction-rules.ts';
import type { Account, Caller, CallerCart, StaffMember } from './caller.ts';
import type { ResponseCookie, VisitorCookies } from './visitor-cookies.ts';

/** Context of every call, created once per request and frozen. */
export interface CallContext {
  /**
   * Moment for which the response is computed: that of a preview, of the `datetime` header, or the present.
   */
  readonly now: Date;
  readonly log: Log;
  /** IP address of the acting visitor, for rate limits; null if the caller did not send one. */
  readonly visitorAddress: string | null;
  /** Aborted if the client disconnects before the response, so that work not yet started is skipped. */
  readonly signal: AbortSignal;
}

/** Context of a call for one site and language. Core leaves their types to the room that owns them. */
export interface ScopedContext<Site, Language> extends CallContext {
  readonly site: Site;
  readonly language: Language;
}

/**
 * Context with the visitor who makes the call. Only calls that are never cached have it, so that no personal
 * data is cached.
 */
export interface VisitorContext extends Caller {
  /** Unverified values of the cookies, for calls that end a session or merge carts. */
  readonly cookies: VisitorCookies;
  /** `User-Agent` of the visitor; null if the request has none. */
  readonly userAgent: string | null;
  /** Sets a cookie if the call succeeds. */
  readonly setCookie: (cookie: ResponseCookie) => void;
}

interface ProofsByPermission {
  open: unknown;
  cart: { readonly cart: CallerCart };
  session: { readonly account: Account };
  freshSession: { readonly account: Account };
  staff: { readonly staff: StaffMember };
}

type CallPaths = typeof callPaths;

/** Context of a call that takes an `Idempotency-Key`. */
export interface IdempotentCallContext {
  /**
   * Runs the work of the call in a transaction, once per key. The handler must return its result. Checks that
   * only refuse (limits, rules) run before it, or throw inside.
   */
  readonly once: <T>(name: TransactionName, work: (transaction: Database) => Promise<T>) => Promise<T>;
}

/** Type of a call's context, derived from scope, cache, key and authorisation in the contract. */
export type ContextOf<N extends CallName, Site, Language> = (CallPaths[N]['scoped'] extends true
  ? ScopedContext<Site, Language>
  : CallContext) &
  (CallPaths[N]['cache'] extends 'never' ? VisitorContext : unknown) &
  ((typeof callContracts)[N] extends { readonly key: string } ? IdempotentCallContext : unknown) &
  ProofsByPermission[(typeof callContracts)[N]['needs']];

/**
 * Handles one call: takes validated input, returns a response of the contract, and throws ProblemError for
 * refusals.
 */
export type CallHandler<N extends CallName, Site, Language> = (
  context: ContextOf<N, Site, Language>,
  input: CallInput<N>,
) => Promise<CallAnswer<N>>;

/** Call with its handler, without their types. `bindHandler` has checked that they match. */
export interface Call<Site, Language> {
  readonly name: CallName;
  readonly path: CallPath;
  readonly contract: CallContract;
  readonly handler: (
    context: ScopedContext<Site, Language> & VisitorContext & IdempotentCallContext,
    input: unknown,
  ) => Promise<unknown>;
}

/**
 * Binds a handler to its call. The contract defines method, path, authorisation, parsing and documentation.
 */
export function bindHandler<N extends CallName, Site, Language>(
  name: N,
  handler: CallHandler<N, Site, Language>,
): Call<Site, Language> {
  return {
    name,
    path: callPaths[name],
    contract: callContracts[name],
    handler: handler as unknown as Call<Site, Language>['handler'],
  };
}
