import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Log } from '../../platform/logging.ts';
import { getPathTemplate } from './path-template.ts';
import { getRequestFacts, setRequestFacts } from './request-facts.ts';

export interface RequestLogOptions {
  readonly log: Log;
  /** Milliseconds that only go forward. */
  readonly now: () => number;
}

/** What a CDN or a balancer may call a request. Anything else could be an attempt to write into the log. */
const sanePattern = /^[\w.-]{8,100}$/;

/** Gives each request an id and a log, and writes one line when it is over, also for visitors who left before the answer. */
export function createRequestLog({ log, now }: RequestLogOptions): RequestHandler {
  return (request, response, next) => {
    const startedAt = now();
    const given = request.get('x-request-id');
    const requestId = given !== undefined && sanePattern.test(given) ? given : randomUUID();
    const gone = new AbortController();
    setRequestFacts(request, {
      requestId,
      log: log.child({ requestId }),
      startedAt,
      signal: gone.signal,
      context: null,
    });
    response.set('x-request-id', requestId);
    const path = getPathTemplate(request.originalUrl);
    response.once('close', () => {
      const isAborted = !response.writableFinished;
      const { context, log: requestLog } = getRequestFacts(request);
      requestLog.info(
        {
          method: request.method,
          path,
          status: isAborted && !response.headersSent ? 499 : response.statusCode,
          ms: Math.round(now() - startedAt),
          ...(context ? { siteId: context.site.siteId, languageId: context.language.languageId } : {}),
          ...(isAborted ? { aborted: true } : {}),
        },
        'request',
      );
      if (isAborted) gone.abort();
    });
    next();
  };
}
