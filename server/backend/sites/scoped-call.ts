import type { CallName } from '../../../shared/contract/paths.ts';
import {
  bindHandler,
  type CallHandler,
  type Call as CallOfScope,
  type ContextOf as ContextOfScope,
  type ScopedContext as ContextWithScope,
} from '../core/http/call.ts';
import type {
  SessionContext as SessionContextOfScope,
  SessionRouteFactory as SessionRouteFactoryOfScope,
} from '../core/http/session-routes.ts';
import type { LanguageRecord, SiteRecord } from './site-record.ts';

/** Context of a call for one site and language. */
export type ScopedContext = ContextWithScope<SiteRecord, LanguageRecord>;

/** Type of a call's context, derived from the contract. */
export type ContextOf<N extends CallName> = ContextOfScope<N, SiteRecord, LanguageRecord>;

/** Call with its handler. */
export type Call = CallOfScope<SiteRecord, LanguageRecord>;

/** Context of a download or upload by a signed-in customer. */
export type SessionContext = SessionContextOfScope<SiteRecord, LanguageRecord>;

/** Creates the route of a download or upload from its handler. */
export type SessionRouteFactory = SessionRouteFactoryOfScope<SiteRecord, LanguageRecord>;

/**
 * Binds a handler to its call. The contract defines method, path, authorisation, parsing and documentation.
 */
export const createCall = <N extends CallName>(
  name: N,
  handler: CallHandler<N, SiteRecord, LanguageRecord>,
): Call => bindHandler<N, SiteRecord, LanguageRecord>(name, handler);
