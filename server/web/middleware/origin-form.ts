import type { RequestHandler } from 'express';
import { RequestError } from './request-error.ts';

/** Refuses request targets that are no path (`GET http://elsewhere/`, `OPTIONS *`): this is a shop, not a forward proxy. */
export function createOriginForm(): RequestHandler {
  return (request, _response, next) => {
    if (!request.originalUrl.startsWith('/')) throw new RequestError(400, 'malformed_url');
    next();
  };
}
