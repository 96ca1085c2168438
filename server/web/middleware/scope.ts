import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { ScopeResolver } from '../context/scope-resolver.ts';
import { getRequestDetails } from './request-details.ts';

/**
 * Finds the scope of a request and stores it in its details. The time budget of the calls starts at
 * `startedAt` of the details.
 */
export type FindScope = (request: IncomingMessage) => Promise<void>;

/**
 * Creates the function that finds site and language by the Host header, never by a forwarded one. It throws
 * ScopeError 421 for an unknown host.
 */
export function createFindScope({
  resolveScope,
  now,
}: {
  resolveScope: ScopeResolver;
  /** Monotonic clock in milliseconds. */
  now: () => number;
}): FindScope {
  return async (request) => {
    const details = getRequestDetails(request);
    const { requestId, trace, log, startedAt, signal } = details;
    const since = now();
    const caller = { requestId, trace, log, startedAt, signal };
    details.context = await resolveScope({ ...caller, host: request.headers.host });
    details.timings.scopeMs = now() - since;
  };
}

/** Creates the middleware that finds the scope of every request. */
export function createScope(findScope: FindScope): RequestHandler {
  return async (request, _response, next) => {
    await findScope(request);
    next();
  };
}
