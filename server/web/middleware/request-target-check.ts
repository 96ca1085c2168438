import type { RequestHandler } from 'express';
import { RequestError } from './request-error.ts';
import { hasSeveralHostHeaders } from './several-host-headers.ts';

/**
 * Creates the middleware that rejects ambiguous requests. A proxy in front may interpret several Host headers
 * differently. Request targets that are not a path (`GET http://elsewhere/`, `OPTIONS *`) are for forward
 * proxies.
 */
export function createRequestTargetCheck(): RequestHandler {
  return (request, _response, next) => {
    if (hasSeveralHostHeaders(request.rawHeaders)) throw new RequestError(400, 'several_hosts');
    if (!request.originalUrl.startsWith('/')) throw new RequestError(400, 'malformed_url');
    next();
  };
}
