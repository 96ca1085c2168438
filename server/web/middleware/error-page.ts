import type { ErrorRequestHandler, Request, Response } from 'express';
import { ApiError, getPageStatus } from '../../../shared/api/api-error.ts';
import type { ErrorReporter } from '../../platform/sentry.ts';
import { ScopeError } from '../context/scope-error.ts';
import type { PlainPages } from './plain-page.ts';
import { isLaterBetter, retryAfterSeconds, sendProblem } from './problem.ts';
import { RequestError } from './request-error.ts';
import { getRequestFacts } from './request-facts.ts';

export interface ErrorPageOptions {
  readonly reporter: ErrorReporter;
  readonly plainPages: PlainPages;
}

interface Refusal {
  readonly status: number;
  readonly code: string;
}

const codesByStatus: Readonly<Record<number, string>> = {
  421: 'unknown_host',
  500: 'internal_error',
  503: 'backend_unavailable',
};

function getRefusal(error: unknown): Refusal {
  if (error instanceof RequestError) return error;
  if (error instanceof ScopeError) {
    const isLate = error.cause instanceof ApiError && error.cause.failure === 'timeout';
    const code = isLate ? 'backend_timeout' : (codesByStatus[error.status] ?? 'internal_error');
    return { status: error.status, code };
  }
  if (error instanceof ApiError) {
    const status = getPageStatus(error);
    return { status, code: codesByStatus[status] ?? 'not_found' };
  }
  // Express and its file sender mark what is the visitor's doing.
  const status: unknown = error instanceof Error ? Reflect.get(error, 'status') : undefined;
  if (typeof status === 'number' && status >= 400 && status < 500) return { status, code: 'bad_request' };
  return { status: 500, code: 'internal_error' };
}

/**
 * The last net: a plain page in the site's language (English where the site is not known), without data, that cannot fail for the
 * reason that brought us here. Callers of the API get a problem document. Where bytes are out already the connection is
 * cut, so that half an answer is not taken for a whole one.
 */
export function createErrorPage({ reporter, plainPages }: ErrorPageOptions): ErrorRequestHandler {
  const send = (request: Request, response: Response, status: number) => {
    const { context, requestId } = getRequestFacts(request);
    response.status(status).set('cache-control', 'no-store');
    if (isLaterBetter(status)) response.set('retry-after', String(retryAfterSeconds));
    response
      .type('html')
      .send(plainPages({ status, site: context?.site, language: context?.language, reference: requestId }));
  };

  // Express knows an error handler by its four parameters.
  return (error: unknown, request, response, _next) => {
    const { log, context, requestId } = getRequestFacts(request);
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
      // The call that failed is in the log already.
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
