import type { RequestHandler } from 'express';
import type { ScopeResolver } from '../context/scope-resolver.ts';
import { getRequestFacts } from './request-facts.ts';

/** Finds site and language by the Host header, never by a forwarded one. Fails with ScopeError: 421 for a host that is not ours. */
export function createScope({ resolveScope }: { resolveScope: ScopeResolver }): RequestHandler {
  return async (request, _response, next) => {
    const facts = getRequestFacts(request);
    const { requestId, log, startedAt, signal } = facts;
    facts.context = await resolveScope({ host: request.headers.host, requestId, log, startedAt, signal });
    next();
  };
}
