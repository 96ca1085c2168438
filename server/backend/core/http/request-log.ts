import type { RequestHandler } from 'express';
import { callPaths } from '../../../../shared/contract/paths.ts';
import type { Log } from '../../../platform/logging.ts';
import { getPathTemplate } from '../../../platform/path-template.ts';
import { createTrace } from '../../../platform/trace-context.ts';
import type { BackendMetrics } from './backend-metrics.ts';
import { getRequestCall } from './call-by-request.ts';

export interface RequestLogOptions {
  readonly log: Log;
  readonly metrics: BackendMetrics;
  /** Current time in milliseconds since 1970. */
  readonly clock: () => number;
}

const saneRequestIdPattern = /^[\w.-]{8,100}$/;
const plainNumberPattern = /^\d{1,9}$/;

function readHeader(value: string | string[] | undefined, pattern: RegExp): string | undefined {
  return typeof value === 'string' && pattern.test(value) ? value : undefined;
}

/**
 * Logs one line per request: call, path template, status, duration in ms, site and language, and the ids that
 * link it to the log of the web.
 */
export function logRequests({ log, metrics, clock }: RequestLogOptions): RequestHandler {
  return (request, response, next) => {
    const startMs = clock();
    const { path, headers } = request;
    metrics.requestStarted();
    response.on('close', () => {
      const call = getRequestCall(request);
      const isAborted = !response.writableFinished;
      const ms = clock() - startMs;
      metrics.requestEnded({ call, status: response.statusCode, isAborted, ms });
      // Probes repeat every second, and their caller sees the response.
      const isProbe = path.startsWith('/health/');
      const level = response.statusCode >= 500 && !isProbe ? 'warn' : 'debug';
      // Each page makes several requests, so the usual log level contains failures only.
      if (!log.isLevelEnabled(level)) return;
      const { traceId, spanId, parentId } = createTrace(headers.traceparent, headers.tracestate);
      log[level](
        {
          method: request.method,
          path: call ? callPaths[call].path : getPathTemplate(path),
          call,
          status: response.statusCode,
          ms,
          siteId: readHeader(headers.siteid, plainNumberPattern),
          languageId: readHeader(headers.languageid, plainNumberPattern),
          requestId: readHeader(headers['x-request-id'], saneRequestIdPattern),
          traceId,
          spanId,
          parentId,
          ...(isAborted ? { aborted: true } : {}),
        },
        'request',
      );
    });
    next();
  };
}
