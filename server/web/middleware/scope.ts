import type { RequestHandler } from 'express';
import type { ScopeResolver } from '../context/scope-resolver.ts';
import { getRequestFacts } from './request-facts.ts';

/** Finds site and language by the Host header, never by a forwarded one. Fails with ScopeError: 421 for a host that is not ours. */
export function createScope({
  resolveScope,
  now,
}: {
  resolveScope: ScopeResolver;
  /** Milliseconds that only go forward. */
  now: () => number;
}): RequestHandler {
  return async (request, _response, next) => {
    const facts = getRequestFacts(request);
    const { requestId, trace, log, startedAt, signal } = facts;
    const since = now();
    const caller = { requestId, trace, log, startedAt, signal };
    facts.context = await resolveScope({ ...caller, host: request.headers.host });
    facts.timings.scopeMs = now() - since;
    next();
  };
}
