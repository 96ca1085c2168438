import { type IncomingMessage, type RequestListener, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Problem } from '../../shared/contract/problem.ts';
import type { Language, Site } from '../../shared/contract/sites.ts';
import { getCanonicalUrl } from '../../shared/rules/canonical-url.ts';
import type { Log } from '../platform/logging.ts';
import type { HostDirectory } from './context/site-hosts.ts';
import { getRouteKind } from './metrics/route-kind.ts';
import type { WebMetrics } from './metrics/web-metrics.ts';
import type { PlainPages } from './middleware/plain-page.ts';
import { getOrCreateRequestId } from './middleware/request-id.ts';
import { getSecurityHeaders } from './middleware/security-headers.ts';

type RefusalStatus = 400 | 405 | 414 | 421;

interface Refusal {
  readonly status: RefusalStatus;
  /** Language of the page; missing if the site is unknown. */
  readonly language?: Language;
  readonly site?: Site;
}

/** A page in two parts; the request id goes between them. */
type SplitPage = readonly [before: Buffer, after: Buffer];

export interface EarlyRefusalOptions {
  readonly hosts: HostDirectory;
  /** Handles all requests that are not refused. */
  readonly rest: RequestListener;
  readonly plainPages: PlainPages;
  /** Returns true if a request came over https, with regard to `TRUST_PROXY`. */
  readonly isSecure: (request: IncomingMessage) => boolean;
  readonly strictTransport: string;
  readonly metrics: Pick<WebMetrics, 'requestStarted' | 'requestEnded'>;
  readonly log: Log;
  /** Monotonic clock in milliseconds. */
  readonly now: () => number;
}

/** Path kinds that exist on any host, so that an unknown host is not refused. */
const hostIndependentKinds = new Set(['probe', 'asset', 'picture', 'icon']);
const pageMethods = new Set(['GET', 'HEAD', 'POST']);
/**
 * Length from which a path is checked. A path can be malformed or too long only if it contains '%' or has at
 * least this length.
 */
const suspiciousLength = 2000;
const requestIdPlaceholder = 'reference-of-the-request';

const unknownHost: Problem = {
  type: 'urn:problem:unknown_host',
  title: STATUS_CODES[421] ?? 'Error',
  status: 421,
  code: 'unknown_host',
};
const unknownHostBody = Buffer.from(JSON.stringify(unknownHost));

/**
 * Creates a listener in front of Express for requests that Express would refuse. These are unknown hosts,
 * methods that no page supports, and URLs that cannot be decoded. A refusal must cost less than a page,
 * because otherwise invalid requests would be the cheapest way to overload the server. The answers are those
 * of the error page, cached per site, language and status. Each refusal is counted in the metrics and logged
 * at `debug`.
 */
export function createEarlyRefusals(options: EarlyRefusalOptions): RequestListener {
  const { hosts, rest, plainPages, isSecure, strictTransport, metrics, log, now } = options;
  const pages = new Map<string, SplitPage>();

  const find = ({ method = '', url = '', headers }: IncomingMessage): Refusal | null => {
    if (!url.startsWith('/')) return { status: 400 };
    const kind = getRouteKind(url);
    if (!hostIndependentKinds.has(kind) && hosts.isUnknownHost(headers.host)) return { status: 421 };
    if (kind !== 'page') return null;
    const served = hosts.find(headers.host);
    const language = served && hosts.findLanguage(served);
    if (!served || !language) return null;
    const siteAndLanguage = { language, site: served.site };
    if (url.includes('%') || url.length > suspiciousLength) {
      const { kind: form } = getCanonicalUrl(url, language.code);
      if (form === 'malformed') return { status: 400, ...siteAndLanguage };
      if (form === 'tooLong') return { status: 414, ...siteAndLanguage };
    }
    return pageMethods.has(method) ? null : { status: 405, ...siteAndLanguage };
  };

  const getPage = ({ status, language, site }: Refusal): SplitPage => {
    const key = `${language?.code} ${site?.siteId} ${status}`;
    const known = pages.get(key);
    if (known) return known;
    const document = plainPages({ status, site, language, reference: requestIdPlaceholder });
    const [before = '', after = ''] = document.split(requestIdPlaceholder);
    const page = [Buffer.from(before), Buffer.from(after)] as const;
    pages.set(key, page);
    return page;
  };

  const send = (request: IncomingMessage, response: ServerResponse, refusal: Refusal, requestId: string) => {
    const isApi = getRouteKind(request.url ?? '') === 'api';
    const [before, after] = getPage(refusal);
    const body = isApi ? unknownHostBody : Buffer.concat([before, Buffer.from(requestId), after]);
    const { headers } = request;
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
    response.writeHead(refusal.status, {
      ...getSecurityHeaders(isSecure(request) ? strictTransport : null),
      'content-type': isApi ? 'application/problem+json; charset=utf-8' : 'text/html; charset=utf-8',
      'content-length': body.length,
      'cache-control': 'no-store',
      'x-request-id': requestId,
      ...(refusal.status === 405 ? { allow: 'GET, HEAD' } : {}),
      // The rest of the body is not read.
      ...(hasBody ? { connection: 'close' } : {}),
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  };

  return (request, response) => {
    const refusal = find(request);
    if (!refusal) {
      rest(request, response);
      return;
    }
    const startedAt = now();
    metrics.requestStarted();
    const requestId = getOrCreateRequestId(request.headers);
    const { status } = refusal;
    send(request, response, refusal, requestId);
    const kind = getRouteKind(request.url ?? '');
    metrics.requestEnded({ kind, status, isAborted: false, ms: now() - startedAt });
    if (log.isLevelEnabled('debug')) {
      log.debug({ method: request.method, kind, status, requestId }, 'request_refused');
    }
  };
}
