import type { RequestHandler } from 'express';
import { RequestError } from './request-error.ts';
import { hasSeveralHosts } from './several-hosts.ts';

/** Refuses requests with more than one Host, which what stands before us may read otherwise, and request targets that are no path (`GET http://elsewhere/`, `OPTIONS *`): this is a shop, not a forward proxy. */
export function createOriginForm(): RequestHandler {
  return (request, _response, next) => {
    if (hasSeveralHosts(request.rawHeaders)) throw new RequestError(400, 'several_hosts');
    if (!request.originalUrl.startsWith('/')) throw new RequestError(400, 'malformed_url');
    next();
  };
}
