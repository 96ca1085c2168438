import type { RequestHandler } from 'express';
import type { Config } from '../config.ts';
import { sendProblem } from './problem.ts';
import { getRequestContext } from './request-facts.ts';

/** What the backend tells of its own API, as Express compares paths: in any letter case, with or without a slash at the end. */
const docs = /^\/api\/(docs|docs\.css|openapi\.json)\/?$/i;

/** Keeps the description of the API from the hosts where it is not wanted. It is not secret, but no part of a shop either. */
export function createApiDocsGate({ apiDocs }: Pick<Config, 'apiDocs'>): RequestHandler {
  return (request, response, next) => {
    const [path = ''] = request.originalUrl.split('?');
    const isShown =
      apiDocs === 'on' || (apiDocs === 'local' && /(^|\.)localhost$/.test(getRequestContext(request).domain));
    if (isShown || !docs.test(path.replace(/\/+/g, '/'))) next();
    else sendProblem(response, 404, 'not_found');
  };
}
