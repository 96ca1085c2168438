import type { RequestHandler } from 'express';
import type { Log } from '../../platform/logging.ts';

/** One line per request: method, path without query, status, milliseconds, site and language. */
export function logRequests(options: { log: Log; clock: () => number }): RequestHandler {
  const { log, clock } = options;
  return (request, response, next) => {
    const startMs = clock();
    const { path } = request;
    response.on('close', () => {
      const fields = {
        method: request.method,
        path,
        status: response.statusCode,
        ms: clock() - startMs,
        siteId: request.headers.siteid,
        languageId: request.headers.languageid,
        requestId: request.headers['x-request-id'],
        ...(response.writableFinished ? {} : { aborted: true }),
      };
      // Every page asks several times; at the usual level only what went wrong is worth a line.
      if (response.statusCode >= 500) log.warn(fields, 'request');
      else log.debug(fields, 'request');
    });
    next();
  };
}
