import type { RequestHandler } from 'express';
import type { Log } from '../../platform/logging.ts';
import { getPathTemplate } from '../../platform/path-template.ts';
import { createTrace } from '../../platform/trace-context.ts';
import { getRouteKind } from '../metrics/route-kind.ts';
import type { WebMetrics } from '../metrics/web-metrics.ts';
import type { FastPathAnswer } from '../pages/cache-fast-path.ts';
import { getRequestDetails, setRequestDetails } from './request-details.ts';
import { getOrCreateRequestId } from './request-id.ts';

export interface RequestLogOptions {
  readonly log: Log;
  readonly metrics: WebMetrics;
  /** Monotonic clock in milliseconds. */
  readonly now: () => number;
}

/**
 * Creates the middleware that assigns an id, a trace and a logger to each request. It writes one log line
 * when the request ends, even if the visitor disconnects before the answer.
 */
export function createRequestLog({ log, metrics, now }: RequestLogOptions): RequestHandler {
  return (request, response, next) => {
    const startedAt = now();
    metrics.requestStarted();
    const requestId = getOrCreateRequestId(request.headers);
    const trace = createTrace(request.headers.traceparent, request.headers.tracestate);
    const { traceId, spanId, parentId } = trace;
    const gone = new AbortController();
    setRequestDetails(request, {
      requestId,
      trace,
      startedAt,
      log: log.child({ requestId, traceId }),
      signal: gone.signal,
      context: null,
      kind: getRouteKind(request.originalUrl),
      cache: null,
      timings: {},
    });
    response.set('x-request-id', requestId);
    const path = getPathTemplate(request.originalUrl);
    response.once('close', () => {
      const isAborted = !response.writableFinished;
      const { context, kind, cache, log: requestLog } = getRequestDetails(request);
      const status = isAborted && !response.headersSent ? 499 : response.statusCode;
      const ms = now() - startedAt;
      metrics.requestEnded({ kind, status, isAborted, ms });
      requestLog.info(
        {
          method: request.method,
          path,
          kind,
          status,
          ms: Math.round(ms),
          spanId,
          ...(parentId === undefined ? {} : { parentId }),
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

/**
 * Creates the function that counts and logs answers of the cache fast path, which bypass the rest of the
 * server.
 */
export function createFastPathLog({
  log,
  metrics,
}: Omit<RequestLogOptions, 'now'>): (answer: FastPathAnswer) => void {
  return ({ request, ms, ...answer }) => {
    const { kind, status, cache } = answer;
    metrics.requestStarted();
    metrics.requestEnded({ kind, status, isAborted: false, ms });
    metrics.cacheLookedUp('page', cache);
    if (!log.isLevelEnabled('info')) return;
    const { method, url = '', headers } = request;
    const { traceId, spanId, parentId } = createTrace(headers.traceparent, headers.tracestate);
    log.info(
      {
        ...answer,
        method,
        path: getPathTemplate(url),
        ms: Math.round(ms),
        traceId,
        spanId,
        ...(parentId === undefined ? {} : { parentId }),
      },
      'request',
    );
  };
}
