import type { CallAnswer, CallInput } from '../../../shared/contract/calls.ts';
import type { CallName, callPaths } from '../../../shared/contract/paths.ts';
import type { Log } from '../../platform/logging.ts';
import type { LanguageRecord, SiteRecord } from '../scope/site-record.ts';

/** What every call knows: built once per request, frozen. */
export interface CallContext {
  /** Instant for which the answer is computed: the `datetime` header, or the clock. */
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

/** Context of a call, by what the table of calls says about its scope. */
export type ContextOf<N extends CallName> = (typeof callPaths)[N]['scoped'] extends true
  ? ScopedContext
  : CallContext;

/** Answers one call: validated input in, an answer of the contract out; refusals are thrown as ProblemError. */
export type CallHandler<N extends CallName> = (
  context: ContextOf<N>,
  input: CallInput<N>,
) => Promise<CallAnswer<N>>;

/** A call with its handler, its types forgotten: `createCall` made sure that they agree. */
export interface Call {
  readonly name: CallName;
  readonly handler: (context: ScopedContext, input: unknown) => Promise<unknown>;
}

/** Binds a handler to its call; method, path, parsing and documentation come from the table of calls. */
export function createCall<N extends CallName>(name: N, handler: CallHandler<N>): Call {
  return { name, handler: handler as unknown as Call['handler'] };
}
