import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** What a CDN or a balancer may call a request. Anything else could be an attempt to write into the log. */
const sanePattern = /^[\w.-]{8,100}$/;

/** The name of a request: the one that it came with where that is sane, else a new one. */
export function readRequestId(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && sanePattern.test(given) ? given : randomUUID();
}
