import type { RequestHandler } from 'express';
import type { PageCache } from '../cache/page-cache.ts';
import { createPageKey } from '../cache/page-key.ts';
import type { PageMaker } from '../cache/page-maker.ts';
import type { PageAnswer } from './page-answer.ts';
import { getRequestContext, getRequestFacts } from './request-facts.ts';
import { hasSession } from './session-cookie.ts';

export interface PageCacheRouteOptions {
  readonly cache: PageCache;
  readonly makePage: PageMaker;
  readonly answer: PageAnswer;
  /** Longest that a visitor waits, in milliseconds. */
  readonly timeoutMs: number;
}

/**
 * Answers anonymous reads of public pages through the page cache: all who miss the same page at the same time wait for one render.
 * What is not the same for everyone goes on to the page route.
 */
export function createPageCacheRoute(options: PageCacheRouteOptions): RequestHandler {
  const { cache, makePage, answer, timeoutMs } = options;
  return async (request, response, next) => {
    const facts = getRequestFacts(request);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      next();
      return;
    }
    if (hasSession(request.headers.cookie)) {
      facts.cache = 'bypass';
      next();
      return;
    }
    const { requestId, log, signal } = facts;
    const { domain } = getRequestContext(request);
    const { key, url } = createPageKey(domain, request.originalUrl);
    const isThere = cache.find(key) !== undefined;
    const make = makePage({ domain, url, requestId, log });
    const outcome = await cache.load(key, make, { signal, timeoutMs });
    if (outcome.kind === 'other') {
      facts.cache = 'bypass';
      next();
      return;
    }
    facts.cache = isThere ? 'hit' : 'miss';
    await answer.send(request, response, outcome.entry, { requestId, isSecure: request.secure });
  };
}
