import type { ErrorRequestHandler, Request, Response } from 'express';
import { ApiError, getErrorPageStatus } from '../../../shared/api/api-error.ts';
import type { ErrorReporter } from '../../platform/sentry.ts';
import { ScopeError } from '../context/scope-error.ts';
import type { PlainPages } from './plain-page.ts';
import { isRetryUseful, retryAfterSeconds, sendProblem } from './problem.ts';
import { getRequestDetails } from './request-details.ts';
import { RequestError } from './request-error.ts';

export interface ErrorPageOptions {
  readonly reporter: ErrorReporter;
  readonly plainPages: PlainPages;
}

interface ErrorRefusal {
  readonly status: number;
  readonly code: string;
}

const codesByStatus: Readonly<Record<number, string>> = {
  421: 'unknown_host',
  500: 'internal_error',
  503: 'backend_unavailable',
};

function getRefusal(error: unknown): ErrorRefusal {
  if (error instanceof RequestError) return error;
  if (error instanceof ScopeError) {
    const isLate = error.cause instanceof ApiError && error.cause.failure === 'timeout';
    const code = isLate ? 'backend_timeout' : (codesByStatus[error.status] ?? 'internal_error');
    return { status: error.status, code };
  }
  if (error instanceof ApiError) {
    const status = getErrorPageStatus(error);
    return { status, code: codesByStatus[status] ?? 'not_found' };
  }
  // Express and its static file handler set `status` on client errors.
  const status: unknown = error instanceof Error ? Reflect.get(error, 'status') : undefined;
  if (typeof status === 'number' && status >= 400 && status < 500) return { status, code: 'bad_request' };
  return { status: 500, code: 'internal_error' };
}

/**
 * Creates the last error handler. It sends a plain page in the language of the site (English if the site is
 * unknown). The page needs no backend data, so it cannot fail for the reason of the original error. API
 * callers get a problem document. If a part of the answer has been sent, the connection is closed, so that it
 * is not taken for complete.
 */
export function createErrorPage({ reporter, plainPages }: ErrorPageOptions): ErrorRequestHandler {
  const send = (request: Request, response: Response, status: number) => {
    const { context, requestId } = getRequestDetails(request);
    response.status(status).set('cache-control', 'no-store');
    if (isRetryUseful(status)) response.set('retry-after', String(retryAfterSeconds));
    response
      .type('html')
      .send(plainPages({ status, site: context?.site, language: context?.language, reference: requestId }));
  };

  // Express recognises an error handler by its four parameters.
  return (error: unknown, request, response, _next) => {
    const { log, context, requestId } = getRequestDetails(request);
    if (response.destroyed || (error instanceof ApiError && error.failure === 'aborted')) {
      response.destroy();
      return;
    }
    const { status, code } = getRefusal(error);
    if (status === 500) {
      reporter.reportError(error, {
        requestId,
        ...(context ? { siteId: context.site.siteId, languageId: context.language.languageId } : {}),
      });
    } else {
      // The failed call has been logged already.
      const reason = error instanceof Error ? error.message : undefined;
      log[status === 503 ? 'warn' : 'debug']({ status, code, reason }, 'request_refused');
    }
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (/^\/api(\/|$)/i.test(request.originalUrl)) sendProblem(response, status, code);
    else send(request, response, status);
  };
}
