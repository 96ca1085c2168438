import type { RequestHandler } from 'express';
import { RequestError } from './request-error.ts';
import { hasSeveralHosts } from './several-hosts.ts';

/**
 * Creates the middleware that rejects requests with more than one Host header, which a proxy in front may
 * interpret differently, and request targets that are not a path (`GET http://elsewhere/`, `OPTIONS *`),
 * because this is not a forward proxy.
 */
export function createOriginForm(): RequestHandler {
  return (request, _response, next) => {
    if (hasSeveralHosts(request.rawHeaders)) throw new RequestError(400, 'several_hosts');
    if (!request.originalUrl.startsWith('/')) throw new RequestError(400, 'malformed_url');
    next();
  };
}
