import type { RequestHandler } from 'express';
import type { Log } from '../../platform/logging.ts';
import type { FrontAnswer } from '../page-front.ts';
import { getPathTemplate } from './path-template.ts';
import { getRequestFacts, setRequestFacts } from './request-facts.ts';
import { readRequestId } from './request-id.ts';

export interface RequestLogOptions {
  readonly log: Log;
  /** Milliseconds that only go forward. */
  readonly now: () => number;
}

/** Gives each request an id and a log, and writes one line when it is over, also for visitors who left before the answer. */
export function createRequestLog({ log, now }: RequestLogOptions): RequestHandler {
  return (request, response, next) => {
    const startedAt = now();
    const requestId = readRequestId(request.headers);
    const gone = new AbortController();
    setRequestFacts(request, {
      requestId,
      log: log.child({ requestId }),
      signal: gone.signal,
      context: null,
      cache: null,
    });
    response.set('x-request-id', requestId);
    const path = getPathTemplate(request.originalUrl);
    response.once('close', () => {
      const isAborted = !response.writableFinished;
      const { context, cache, log: requestLog } = getRequestFacts(request);
      requestLog.info(
        {
          method: request.method,
          path,
          status: isAborted && !response.headersSent ? 499 : response.statusCode,
          ms: Math.round(now() - startedAt),
          ...(cache === null ? {} : { cache }),
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

/** The line of an answer that the page front gave without the rest of the server. */
export function createFrontLog({ log }: { log: Log }): (answer: FrontAnswer) => void {
  return ({ url, ms, ...answer }) => {
    if (!log.isLevelEnabled('info')) return;
    log.info({ ...answer, path: getPathTemplate(url), ms: Math.round(ms) }, 'request');
  };
}
