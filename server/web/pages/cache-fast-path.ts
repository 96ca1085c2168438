import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Log } from '../../platform/logging.ts';
import { createTrace } from '../../platform/trace-context.ts';
import type { ScopeResolver } from '../context/scope-resolver.ts';
import type { HostDirectory, ServedSite } from '../context/site-hosts.ts';
import { getOrCreateRequestId } from '../middleware/request-id.ts';
import { hasPersonalCookie } from '../middleware/session-cookie.ts';
import { hasSeveralHostHeaders } from '../middleware/several-host-headers.ts';
import type { CachedPageDocument } from './cached-page-document.ts';
import type { CachedPageSender } from './cached-page-sender.ts';
import type { PageCache } from './page-cache.ts';
import { findPageKey, type PageKey } from './page-key.ts';
import type { PageMaker } from './page-maker.ts';
import type { PageQueryKindCache } from './page-query-kind-cache.ts';

/** An answer of the fast path, for the log and the metrics, since no middleware sees it. */
export interface FastPathAnswer {
  readonly request: IncomingMessage;
  readonly status: number;
  readonly kind: CachedPageDocument['pageKind'];
  /** 'stale': the page is old because it is being renewed or cannot be renewed. */
  readonly cache: 'hit' | 'stale';
  readonly requestId: string;
  readonly siteId: number;
  readonly languageId: number;
  readonly ms: number;
}

interface CachedPage {
  readonly entry: CachedPageDocument;
  readonly served: ServedSite;
  readonly startedAt: number;
}

export interface CacheFastPathOptions {
  readonly cache: PageCache;
  readonly hosts: HostDirectory;
  readonly queryKinds: PageQueryKindCache;
  readonly makePage: PageMaker;
  readonly resolveScope: ScopeResolver;
  readonly answer: CachedPageSender;
  /** Handles all requests that are not answered from the cache. */
  readonly rest: RequestListener;
  /** Returns true if a request came over https, with regard to `TRUST_PROXY`. */
  readonly isSecure: (request: IncomingMessage) => boolean;
  readonly log: Log;
  readonly now: () => number;
  readonly timeoutMs: number;
  /** Returns false while the process is overloaded: old pages then remain a little longer. */
  readonly mayRefresh: () => boolean;
  readonly onAnswer: (answer: FastPathAnswer) => void;
}

/**
 * Creates a listener that answers before Express. A cached page is sent after two map lookups, without a
 * router, a context or a call. All other requests are passed on to `rest`.
 */
export function createCacheFastPath(options: CacheFastPathOptions): RequestListener {
  const { cache, hosts, queryKinds, makePage, resolveScope, answer, rest, isSecure, log, now, timeoutMs } =
    options;
  const { mayRefresh, onAnswer } = options;

  const createMakePage = ({ url }: PageKey, served: ServedSite) => {
    const requestId = randomUUID();
    const trace = createTrace(undefined);
    const caller = {
      requestId,
      trace,
      startedAt: now(),
      log: log.child({ requestId, traceId: trace.traceId }),
    };
    return makePage({
      createContext: (signal) => resolveScope({ ...caller, host: served.registeredDomain, signal }),
      url,
    });
  };

  const createAnswerDetails = (request: IncomingMessage, entry: CachedPageDocument, at: number) => ({
    requestId: getOrCreateRequestId(request.headers),
    isSecure: isSecure(request),
    at,
    cache: at < entry.ttl.freshUntil ? ('hit' as const) : ('stale' as const),
  });

  const report = (
    request: IncomingMessage,
    response: ServerResponse,
    {
      entry,
      served,
      startedAt,
      facts: details,
    }: CachedPage & { facts: ReturnType<typeof createAnswerDetails> },
  ) => {
    onAnswer({
      request,
      status: response.statusCode,
      kind: entry.pageKind,
      cache: details.cache,
      requestId: details.requestId,
      siteId: served.site.siteId,
      languageId: served.languageId,
      ms: now() - startedAt,
    });
  };

  /**
   * Tries to renew a page that is too old to be sent at once. Sends the old page if that fails or is slow.
   */
  const answerStaleIfError = async (
    request: IncomingMessage,
    response: ServerResponse,
    { page, served, startedAt }: { page: PageKey; served: ServedSite; startedAt: number },
  ) => {
    const outcome = await cache
      .load(page.key, createMakePage(page, served), { signal: undefined, timeoutMs })
      .catch(() => ({ kind: 'other' }) as const);
    if (response.destroyed) return;
    if (outcome.kind === 'other') {
      rest(request, response);
      return;
    }
    const { entry } = outcome;
    const details = createAnswerDetails(request, entry, now());
    await answer.send(request, response, entry, details);
    report(request, response, { entry, served, startedAt, facts: details });
  };

  const answerFromMemory = (
    request: IncomingMessage,
    response: ServerResponse,
    found: CachedPage,
  ): boolean => {
    const details = createAnswerDetails(request, found.entry, found.startedAt);
    if (!answer.sendNow(request, response, found.entry, details)) return false;
    report(request, response, { ...found, facts: details });
    return true;
  };

  return (request, response) => {
    const { method, url = '', headers } = request;
    const isRead = method === 'GET' || method === 'HEAD';
    if (!isRead || hasPersonalCookie(headers.cookie) || hasSeveralHostHeaders(request.rawHeaders)) {
      rest(request, response);
      return;
    }
    const served = hosts.find(headers.host);
    const page =
      served &&
      findPageKey(served.registeredDomain, url, (path) => queryKinds.find(served.registeredDomain, path));
    if (!served || !page) {
      rest(request, response);
      return;
    }
    const startedAt = now();
    const entry = cache.find(page.key, startedAt);
    if (entry) {
      if (cache.isDue(entry, startedAt) && mayRefresh())
        cache.refresh(page.key, createMakePage(page, served));
      if (!answerFromMemory(request, response, { entry, served, startedAt })) rest(request, response);
      return;
    }
    if (cache.hasStaleIfError(page.key)) {
      answerStaleIfError(request, response, { page, served, startedAt }).catch((error: unknown) => {
        log.error({ err: error }, 'cache_fast_path_failed');
        response.destroy();
      });
      return;
    }
    rest(request, response);
  };
}
