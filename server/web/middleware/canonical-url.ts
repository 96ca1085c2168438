import type { RequestHandler } from 'express';
import { getCanonicalUrl } from '../../../shared/rules/canonical-url.ts';
import { RequestError } from './request-error.ts';
import { getRequestContext } from './request-facts.ts';

/**
 * Sends a reader to the one form of an address, in one 301. Other methods are left alone: a redirect would lose their body.
 * An address that cannot be decoded is refused whatever the method.
 */
export function createCanonicalUrl({ cacheControl }: { cacheControl: string }): RequestHandler {
  return (request, response, next) => {
    const { language } = getRequestContext(request);
    const result = getCanonicalUrl(request.originalUrl, language.code);
    if (result.kind === 'malformed') throw new RequestError(400, 'malformed_url');
    if (result.kind === 'tooLong') throw new RequestError(414, 'url_too_long');
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (result.kind === 'canonical' || !isRead) {
      next();
      return;
    }
    response.status(301).set({ location: result.location, 'cache-control': cacheControl }).end();
  };
}
