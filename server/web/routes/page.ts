import type { RequestHandler } from 'express';
import type { Config } from '../config.ts';
import { isOwnAddress } from '../context/own-address.ts';
import { retryAfterSeconds } from '../middleware/problem.ts';
import { RequestError } from '../middleware/request-error.ts';
import { getRequestContext, getRequestFacts } from '../middleware/request-facts.ts';
import { formatServerTiming } from '../middleware/server-timing.ts';
import type { PageRenderer, RenderedPage } from '../render/page-renderer.ts';

/** What shared caches may do with a page that is the same for everyone. The browser always asks again. */
export function createPublicCacheControl(pageCache: Config['pageCache']): string {
  const { freshSeconds, staleWhileRevalidateSeconds, staleIfErrorSeconds } = pageCache;
  return [
    'public',
    'max-age=0',
    `s-maxage=${freshSeconds}`,
    `stale-while-revalidate=${staleWhileRevalidateSeconds}`,
    `stale-if-error=${staleIfErrorSeconds}`,
  ].join(', ');
}

function getCacheControl(page: RenderedPage, publicCacheControl: string): string {
  if (page.kind === 'redirect') return page.status === 301 ? publicCacheControl : 'no-store';
  if (page.status !== 200) return 'no-store';
  return page.cachePolicy === 'public' ? publicCacheControl : 'private, no-store';
}

/** The catch-all: asks the renderer and sends what it made. */
export function createPageRoute(options: {
  renderPage: PageRenderer;
  publicCacheControl: string;
  /** Milliseconds that only go forward. */
  now: () => number;
}): RequestHandler {
  const { renderPage, publicCacheControl, now } = options;
  return async (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.set('allow', 'GET, HEAD');
      throw new RequestError(405, 'method_not_allowed');
    }
    const context = getRequestContext(request);
    const facts = getRequestFacts(request);
    const page = await renderPage({ context, url: request.originalUrl, signal: facts.signal });
    facts.kind = page.kind === 'redirect' ? 'redirect' : page.pageKind;
    if (response.destroyed) return;

    if (page.kind === 'redirect') {
      if (!isOwnAddress(page.location, context)) {
        throw new Error('A route redirects to a host that is none of ours');
      }
      response.location(page.location);
    }
    response.status(page.status).set('cache-control', getCacheControl(page, publicCacheControl));
    if (page.status === 503) response.set('retry-after', String(retryAfterSeconds));
    if (page.kind === 'redirect') {
      response.end();
      return;
    }
    Object.assign(facts.timings, page.timings);
    response.set('server-timing', formatServerTiming(facts.timings, now() - facts.startedAt));
    response.type('html').vary('Accept-Encoding');
    if (request.method === 'HEAD') response.end();
    else page.pipe(response);
  };
}
