import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/**
 * Format of request ids that a CDN or load balancer may set. Other values could be attempts to inject text
 * into the log.
 */
const requestIdPattern = /^[\w.-]{8,100}$/;

/** Returns the id of a request: the one of its header if that is valid, otherwise a new one. */
export function getOrCreateRequestId(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && requestIdPattern.test(given) ? given : randomUUID();
}
