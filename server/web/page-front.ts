import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Log } from '../platform/logging.ts';
import type { PageCache } from './cache/page-cache.ts';
import type { PageEntry } from './cache/page-entry.ts';
import { findPlainPageKey, type PageKey } from './cache/page-key.ts';
import type { PageMaker } from './cache/page-maker.ts';
import type { HostDirectory, ServedSite } from './context/site-hosts.ts';
import type { PageAnswer } from './middleware/page-answer.ts';
import { readRequestId } from './middleware/request-id.ts';
import { hasSession } from './middleware/session-cookie.ts';

/** An answer that the rest of the server has not seen, for the log and the metrics. */
export interface FrontAnswer {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  /** 'stale': old, because it is being made anew or cannot be. */
  readonly cache: 'hit' | 'stale';
  readonly requestId: string;
  readonly siteId: number;
  readonly languageId: number;
  readonly ms: number;
}

export interface PageFrontOptions {
  readonly cache: PageCache;
  readonly hosts: HostDirectory;
  readonly makePage: PageMaker;
  readonly answer: PageAnswer;
  /** Everything that is not answered here. */
  readonly rest: RequestListener;
  /** True for a request that came over https, as `TRUST_PROXY` lets us know. */
  readonly isSecure: (request: IncomingMessage) => boolean;
  readonly log: Log;
  readonly now: () => number;
  readonly timeoutMs: number;
  readonly onAnswer: (answer: FrontAnswer) => void;
}

/**
 * Stands before the whole of Express: a page that is in memory is sent after two look-ups in maps, without a router, a context or
 * a call. Everything else, and everything that needs a second thought, goes on to `rest`.
 */
export function createPageFront(options: PageFrontOptions): RequestListener {
  const { cache, hosts, makePage, answer, rest, isSecure, log, now, timeoutMs, onAnswer } = options;

  const makeAnew = ({ url }: PageKey, served: ServedSite) => {
    const requestId = randomUUID();
    return makePage({ domain: served.registeredDomain, url, requestId, log: log.child({ requestId }) });
  };

  const createFacts = (request: IncomingMessage) => ({
    requestId: readRequestId(request.headers),
    isSecure: isSecure(request),
  });

  const report = (
    request: IncomingMessage,
    response: ServerResponse,
    facts: { served: ServedSite; requestId: string; cache: FrontAnswer['cache']; startedAt: number },
  ) => {
    const { served, requestId, startedAt } = facts;
    onAnswer({
      method: request.method ?? '',
      url: request.url ?? '',
      status: response.statusCode,
      cache: facts.cache,
      requestId,
      siteId: served.site.siteId,
      languageId: served.languageId,
      ms: now() - startedAt,
    });
  };

  /** The page is too old to be sent without having tried to make it anew; where that fails or is slow, it is sent after all. */
  const answerWithSpare = async (
    request: IncomingMessage,
    response: ServerResponse,
    { page, served, startedAt }: { page: PageKey; served: ServedSite; startedAt: number },
  ) => {
    const outcome = await cache
      .load(page.key, makeAnew(page, served), { signal: undefined, timeoutMs })
      .catch(() => ({ kind: 'other' }) as const);
    if (response.destroyed) return;
    if (outcome.kind === 'other') {
      rest(request, response);
      return;
    }
    const facts = createFacts(request);
    await answer.send(request, response, outcome.entry, facts);
    const isStale = now() >= outcome.entry.lives.freshUntil;
    report(request, response, {
      served,
      requestId: facts.requestId,
      cache: isStale ? 'stale' : 'hit',
      startedAt,
    });
  };

  const answerFromMemory = (
    request: IncomingMessage,
    response: ServerResponse,
    { entry, served, startedAt }: { entry: PageEntry; served: ServedSite; startedAt: number },
  ): boolean => {
    const facts = createFacts(request);
    if (!answer.sendNow(request, response, entry, facts)) return false;
    const isStale = now() >= entry.lives.freshUntil;
    report(request, response, {
      served,
      requestId: facts.requestId,
      cache: isStale ? 'stale' : 'hit',
      startedAt,
    });
    return true;
  };

  return (request, response) => {
    const { method, url = '', headers } = request;
    const isRead = method === 'GET' || method === 'HEAD';
    if (!isRead || hasSession(headers.cookie)) {
      rest(request, response);
      return;
    }
    const served = hosts.find(headers.host);
    const page = served && findPlainPageKey(served.registeredDomain, url);
    if (!served || !page) {
      rest(request, response);
      return;
    }
    const startedAt = now();
    const entry = cache.find(page.key);
    if (entry) {
      if (cache.isDue(entry)) cache.refresh(page.key, makeAnew(page, served));
      if (!answerFromMemory(request, response, { entry, served, startedAt })) rest(request, response);
      return;
    }
    if (cache.hasSpare(page.key)) {
      answerWithSpare(request, response, { page, served, startedAt }).catch((error: unknown) => {
        log.error({ err: error }, 'page_front_failed');
        response.destroy();
      });
      return;
    }
    rest(request, response);
  };
}
