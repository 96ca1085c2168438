import express, { type RequestHandler, Router } from 'express';
import { isSurrogateKey, MAX_PURGED_KEYS } from '../../../shared/rules/surrogate-key.ts';
import { hasBearerToken } from '../../platform/bearer-token.ts';
import type { Log } from '../../platform/logging.ts';
import { refuseUnreadableBody } from '../../platform/refuse-unreadable-body.ts';

/** Purge order: surrogate keys, or everything. */
export type PurgeRequest = ReadonlySet<string> | 'all';

export interface PurgeOptions {
  /** Purges all caches of this process. Returns the number of pages removed. */
  readonly purge: (order: PurgeRequest) => number;
  /** Bearer token; if undefined, only callers on this machine may purge. */
  readonly token: string | undefined;
  readonly log: Log;
}

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && /^(127\.|::1$|::ffff:127\.)/.test(address);
}

function parsePurgeRequest(body: unknown): PurgeRequest | null {
  if (typeof body !== 'object' || body === null) return null;
  const all: unknown = Reflect.get(body, 'all');
  if (all === true) return 'all';
  const keys: unknown = Reflect.get(body, 'keys');
  if (!Array.isArray(keys) || keys.length === 0 || keys.length > MAX_PURGED_KEYS) return null;
  return keys.every((key) => typeof key === 'string' && isSurrogateKey(key)) ? new Set<string>(keys) : null;
}

/**
 * Creates the route `POST /purge` on the admin port, with `{"keys": ["product-101"]}` or `{"all": true}`. It
 * removes those pages, and all cached answers of the backend. If a token is configured, it is required as a
 * bearer token; otherwise only callers on this machine are accepted. Browsers are always rejected: they
 * cannot send JSON to another origin without CORS, which is not enabled.
 */
export function createPurgeRoutes({ purge, token, log }: PurgeOptions): Router {
  const authorise: RequestHandler = (request, response, next) => {
    const isAllowed =
      token === undefined
        ? isLoopback(request.socket.remoteAddress)
        : hasBearerToken(request.get('authorization'), token);
    if (isAllowed) {
      next();
      return;
    }
    log.warn({}, 'purge_refused');
    const status = token === undefined ? 403 : 401;
    if (status === 401) response.set('www-authenticate', 'Bearer');
    response.status(status).json({ status: 'refused' });
  };

  const handle: RequestHandler = (request, response) => {
    const order = request.is('application/json') ? parsePurgeRequest(request.body) : null;
    if (order === null) {
      response.status(400).json({ status: 'bad_request' });
      return;
    }
    const pages = purge(order);
    log.info({ keys: order === 'all' ? 'all' : [...order].slice(0, 20), pages }, 'purged');
    response.json({ status: 'ok', pages });
  };

  return Router()
    .post('/purge', authorise, express.json({ limit: '64kb' }), handle)
    .use('/purge', refuseUnreadableBody);
}
