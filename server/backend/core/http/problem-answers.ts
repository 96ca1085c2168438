import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { callPaths } from '../../../../shared/contract/paths.ts';
import { getPathTemplate } from '../../../platform/path-template.ts';
import type { ErrorReporter } from '../../../platform/sentry.ts';
import { DatabaseError } from '../database/database-error.ts';
import { getRequestCall } from './call-by-request.ts';
import { createNotFound, createUnavailable, ProblemError } from './problem-error.ts';

function sendProblem(request: Request, response: Response, problem: ProblemError): void {
  response
    .status(problem.status)
    .set({ 'cache-control': 'no-store', ...problem.headers })
    .type('application/problem+json')
    .send(request.method === 'HEAD' ? undefined : JSON.stringify(problem.toProblem()));
}

/** Errors of Express' parsers have a status and, for errors of the body, a type. */
function getParserError(error: unknown): { status: number; type: string } | undefined {
  if (!(error instanceof Error) || !('status' in error) || typeof error.status !== 'number') return undefined;
  return { status: error.status, type: 'type' in error && typeof error.type === 'string' ? error.type : '' };
}

/** Converts an error to a refusal. Unexpected errors become a 500 without details. */
function toProblemError(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof DatabaseError && error.failure !== 'refused') {
    return createUnavailable();
  }
  const parserError = getParserError(error);
  if (parserError?.type === 'entity.too.large') return new ProblemError('body_too_large');
  if (parserError?.type === 'encoding.unsupported' || parserError?.type === 'charset.unsupported') {
    return new ProblemError('unsupported_media_type');
  }
  if (error instanceof URIError || (parserError?.status === 400 && parserError.type === '')) {
    return new ProblemError('malformed_url');
  }
  if (parserError && parserError.status >= 400 && parserError.status < 500) {
    return new ProblemError('malformed_json');
  }
  return new ProblemError('internal_error');
}

/** Handles all unmatched paths with 404. Must be the last route. */
export function answerNotFound(): RequestHandler {
  return () => {
    throw createNotFound();
  };
}

/** Converts every error to a problem document. Logs the details that the caller must not see. */
export function answerErrors(options: { errors: ErrorReporter }): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const problem = toProblemError(error);
    if (problem.status >= 500) {
      const call = getRequestCall(request);
      const path = call ? callPaths[call].path : getPathTemplate(request.path);
      options.errors.reportError(error, { method: request.method, path });
    }
    if (response.headersSent) {
      response.destroy();
      return;
    }
    sendProblem(request, response, problem);
  };
}
