import type { RequestHandler } from 'express';
import type { Config } from '../config.ts';
import { sendProblem } from './problem.ts';
import { getRequestContext } from './request-details.ts';

/**
 * Paths of the API documentation, compared like Express does: case-insensitive, with or without a trailing
 * slash.
 */
const docs = /^\/api\/(docs|docs\.css|openapi\.json)\/?$/i;

/**
 * Hides the API documentation on hosts where it is switched off. It is not secret, but not part of a shop
 * either.
 */
export function createApiDocsGate({ apiDocs }: Pick<Config, 'apiDocs'>): RequestHandler {
  return (request, response, next) => {
    const [path = ''] = request.originalUrl.split('?');
    const isShown =
      apiDocs === 'on' || (apiDocs === 'local' && /(^|\.)localhost$/.test(getRequestContext(request).domain));
    if (isShown || !docs.test(path.replace(/\/+/g, '/'))) next();
    else sendProblem(response, 404, 'not_found');
  };
}
