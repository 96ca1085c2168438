import { STATUS_CODES } from 'node:http';
import type { Response } from 'express';
import type { Problem } from '../../../shared/contract/problem.ts';

/** Seconds after which it is worth asking again (decisions, 'Failing backends'). */
export const retryAfterSeconds = 5;

/** Whether the same request may do well after a while. */
export function isLaterBetter(status: number): boolean {
  return status === 429 || status === 503;
}

/** Answers a caller of the API with a problem document (RFC 9457), never to be stored. A 429 and a 503 say when to come back. */
export function sendProblem(response: Response, status: number, code: string): void {
  const problem: Problem = {
    type: `urn:problem:${code}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    code,
  };
  response.status(status).set('cache-control', 'no-store');
  if (isLaterBetter(status)) response.set('retry-after', String(retryAfterSeconds));
  response.type('application/problem+json').send(JSON.stringify(problem));
}
