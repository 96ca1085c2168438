import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { ScopeResolver } from '../context/scope-resolver.ts';
import { getRequestFacts } from './request-facts.ts';

/** Finds the scope of a request, and leaves it in its facts. What is loaded with it counts its time from `startedAt` of the facts. */
export type FindScope = (request: IncomingMessage) => Promise<void>;

/** Makes what finds site and language by the Host header, never by a forwarded one. Fails with ScopeError: 421 for a host that is not ours. */
export function createFindScope({
  resolveScope,
  now,
}: {
  resolveScope: ScopeResolver;
  /** Milliseconds that only go forward. */
  now: () => number;
}): FindScope {
  return async (request) => {
    const facts = getRequestFacts(request);
    const { requestId, trace, log, startedAt, signal } = facts;
    const since = now();
    const caller = { requestId, trace, log, startedAt, signal };
    facts.context = await resolveScope({ ...caller, host: request.headers.host });
    facts.timings.scopeMs = now() - since;
  };
}

/** Finds the scope of every request. */
export function createScope(findScope: FindScope): RequestHandler {
  return async (request, _response, next) => {
    await findScope(request);
    next();
  };
}
