import { STATUS_CODES } from 'node:http';
import type { Response } from 'express';
import type { Problem } from '../../../shared/contract/problem.ts';

/** Seconds after which a retry makes sense (decisions, 'Failing backends'). */
export const retryAfterSeconds = 5;

/** Returns true if the same request may succeed later. */
export function isRetryUseful(status: number): boolean {
  return status === 429 || status === 503;
}

/**
 * Sends an API caller a problem document (RFC 9457) that must not be stored. A 429 and a 503 include
 * Retry-After.
 */
export function sendProblem(response: Response, status: number, code: string): void {
  const problem: Problem = {
    type: `urn:problem:${code}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    code,
  };
  response.status(status).set('cache-control', 'no-store');
  if (isRetryUseful(status)) response.set('retry-after', String(retryAfterSeconds));
  response.type('application/problem+json').send(JSON.stringify(problem));
}
