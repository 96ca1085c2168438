import type { RequestHandler } from 'express';
import { isPrivate } from '../../../client/pages/is-private.ts';
import type { CacheOutcome, WebMetrics } from '../metrics/web-metrics.ts';
import {
  getRequestContext,
  getRequestDetails,
  getStaticRoute,
  type RequestDetails,
} from '../middleware/request-details.ts';
import { formatServerTiming } from '../middleware/server-timing.ts';
import { hasPersonalCookie } from '../middleware/session-cookie.ts';
import type { CachedPageSender } from './cached-page-sender.ts';
import type { PageCache } from './page-cache.ts';
import { createPageKey } from './page-key.ts';
import type { PageMaker } from './page-maker.ts';
import type { PageQueryKindCache } from './page-query-kind-cache.ts';

export interface PageCacheRouteOptions {
  readonly cache: PageCache;
  readonly makePage: PageMaker;
  readonly queryKinds: PageQueryKindCache;
  readonly answer: CachedPageSender;
  readonly metrics: WebMetrics;
  /** Monotonic clock in milliseconds. */
  readonly now: () => number;
  /** Longest wait of a visitor, in milliseconds. */
  readonly timeoutMs: number;
}

/**
 * Creates the middleware that answers anonymous reads of public pages through the page cache. Concurrent
 * misses of a page wait for one render. Private pages are passed on to the page route.
 */
export function createPageCacheRoute(options: PageCacheRouteOptions): RequestHandler {
  const { cache, makePage, queryKinds, answer, metrics, now, timeoutMs } = options;
  const note = (details: RequestDetails, outcome: CacheOutcome) => {
    details.cache = outcome;
    metrics.cacheLookedUp('page', outcome);
  };
  return async (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      next();
      return;
    }
    const details = getRequestDetails(request);
    const screen = getStaticRoute(request);
    const { searchParams } = new URL(request.originalUrl, 'http://path.invalid');
    if ((screen && isPrivate(screen.page, searchParams)) || hasPersonalCookie(request.headers.cookie)) {
      note(details, 'bypass');
      next();
      return;
    }
    const { requestId, signal } = details;
    const context = getRequestContext(request);
    const { domain, withSignal } = context;
    const [path = '', query] = request.originalUrl.split('?', 2);
    const kind = query === undefined ? 'plain' : await queryKinds.resolve(context, path);
    const { key, url } = createPageKey(domain, request.originalUrl, kind);
    const isHit = cache.find(key) !== undefined;
    const outcome = await cache.load(key, makePage({ createContext: withSignal, url, staticRoute: screen }), {
      signal,
      timeoutMs,
    });
    if (outcome.kind === 'other') {
      note(details, 'bypass');
      next();
      return;
    }
    const { entry } = outcome;
    note(details, isHit ? 'hit' : 'miss');
    details.kind = entry.pageKind;
    if (!isHit) Object.assign(details.timings, entry.timings);
    if (response.destroyed) return;
    response.setHeader('server-timing', formatServerTiming(details.timings, now() - details.startedAt));
    await answer.send(request, response, entry, { requestId, at: now(), isSecure: request.secure });
  };
}
