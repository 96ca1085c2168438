import type { Request, RequestHandler } from 'express';
import { PASSWORD_HASHING_BUSY_HEADER } from '../../../shared/contract/request-headers.ts';
import { resolveLocale } from '../../../shared/i18n/locales.ts';
import { MAX_RETURN_FORM_BYTES } from '../../../shared/rules/returns.ts';
import { getCapacityShareKey } from '../../platform/client-network.ts';
import { isCrossSiteRequest } from '../../platform/cross-site-request.ts';
import { createScopeHeaders } from '../backend-client/backend-headers.ts';
import type { ProxyLane } from '../backend-client/call-guard.ts';
import type { RequestContext } from '../context/request-context.ts';
import { createCookieHeader, createVisitorCookie } from '../context/visitor-cookies.ts';
import { type BackendProxy, type ProxyFailure, pickEndToEndHeaders } from '../proxy/backend-proxy.ts';
import { hashesPassword } from '../proxy/password-hashing-calls.ts';
import { sendProblem } from './problem.ts';
import type { BodyReader } from './request-body.ts';
import { getRequestContext, getRequestDetails } from './request-details.ts';
import type { IsSignedIn } from './signed-in.ts';

export interface ApiProxyOptions {
  readonly proxy: BackendProxy;
  readonly clock: () => Date;
  /**
   * Whether so many password hashes are queued that the backend should require a proof of work from new
   * visitors.
   */
  readonly isHashLaneCrowded: () => boolean;
}

const answers: Readonly<Record<ProxyFailure, readonly [status: number, code: string]>> = {
  unavailable: [503, 'backend_unavailable'],
  crowded: [503, 'backend_unavailable'],
  timeout: [503, 'backend_timeout'],
  broken: [502, 'backend_broken'],
};

const hashLaneFullAnswer = [429, 'too_many_attempts'] as const;

/**
 * Headers in which visitors could forge their identity. The web sets them itself (addresses by `TRUST_PROXY`,
 * cookies by the contract) or drops them.
 */
const forgeableHeadersPattern =
  /^(x-forwarded-.*|forwarded|x-real-ip|x-hash-crowded|x-request-id|traceparent|tracestate|cookie)$/;

/** Methods for which Node would send a chunked body without marking its end. */
const methodsWithoutChunks = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']);

/**
 * Methods without side effects. Pages of other sites may cause such requests, since their scripts cannot read
 * the answer.
 */
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * The only call whose language a visitor may choose: the name of a country in a language of the list of
 * sites.
 */
const localizedNamePath = /^\/api\/countries\/\d+\/localizedname\/?$/i;

function getLanguageId(request: Request, { language, directory }: RequestContext): number {
  if (request.method !== 'GET' || !localizedNamePath.test(request.baseUrl + request.path))
    return language.languageId;
  const asked = request.get('languageid') ?? '';
  const locale = resolveLocale(asked);
  const found = directory.languages.find(
    ({ languageId, code }) => code === locale || String(languageId) === asked,
  );
  return found?.languageId ?? language.languageId;
}

function createHeaders(request: Request, clock: () => Date): Record<string, string | string[]> {
  const context = getRequestContext(request);
  const headers = pickEndToEndHeaders(request.headers);
  for (const name of Object.keys(headers)) if (forgeableHeadersPattern.test(name)) delete headers[name];
  const cookie = createCookieHeader(request.cookies, request.secure);
  return {
    ...headers,
    ...createScopeHeaders({
      siteId: context.site.siteId,
      languageId: getLanguageId(request, context),
      now: clock(),
    }),
    'x-request-id': context.requestId,
    ...getRequestDetails(request).trace.headers,
    'x-forwarded-for': request.ip ?? '',
    'x-forwarded-proto': request.protocol,
    ...(cookie === undefined ? {} : { cookie }),
  };
}

/** The only path that accepts files. */
const uploadPathPattern = /^\/api\/returns\/?$/i;

/** API documentation for developers. */
const docsPathPattern = /^\/api\/(docs|openapi)/i;

function chooseLane({ originalUrl, method }: Request): ProxyLane {
  if (docsPathPattern.test(originalUrl)) return 'docs';
  return hashesPassword(method, originalUrl.split('?')[0] ?? '') ? 'hash' : 'api';
}

/**
 * Creates the middleware that rejects calls which may not be proxied, and reads the bodies of the others. It
 * reads the body before any shared resource is reserved. The body is then in `request.body`.
 */
export function createApiRequestFilter(options: {
  bodies: BodyReader;
  bodyLimitBytes: number;
  /** Reads forms with files. */
  uploads: BodyReader;
  isSignedIn: IsSignedIn;
}): RequestHandler {
  const { bodies, bodyLimitBytes, uploads, isSignedIn } = options;
  return async (request, response, next) => {
    const path = request.originalUrl.split('?')[0] ?? '';
    // Dots must not lead outside the path of the backend (`API_BASE_URL` with a path).
    if (/(^|[/\\])(\.|%2e){1,2}([/\\]|$)|%2f|%5c/i.test(path)) {
      sendProblem(response, 400, 'malformed_url');
      return;
    }
    if (!safeMethods.has(request.method) && isCrossSiteRequest(request.headers, request.get('host'))) {
      response.set('connection', 'close');
      sendProblem(response, 403, 'foreign_request');
      return;
    }
    if (request.headers['transfer-encoding'] !== undefined && methodsWithoutChunks.has(request.method)) {
      response.set('connection', 'close');
      sendProblem(response, 411, 'length_required');
      return;
    }
    if (request.method === 'POST' && uploadPathPattern.test(path)) {
      // The web answers 401 itself, so that anonymous visitors occupy no upload slot.
      if (!(await isSignedIn(request))) {
        response.set('connection', 'close');
        sendProblem(response, 401, 'not_authenticated');
        return;
      }
      request.body = await uploads.read(request, response, MAX_RETURN_FORM_BYTES);
    } else {
      request.body = await bodies.read(request, response, bodyLimitBytes);
    }
    next();
  };
}

/**
 * Creates the proxy from `/api/*` to the backend. The request body is complete, the answer is streamed. Site
 * and language follow from the host and the time from this server's clock, whatever the visitor sent. Only
 * cookies of the shop pass, in either direction. The response cache is neither read nor filled. Failures are
 * problem documents.
 */
export function createApiProxy({ proxy, clock, isHashLaneCrowded }: ApiProxyOptions): RequestHandler {
  return (request, response) => {
    const { log } = getRequestDetails(request);
    const body: unknown = request.body;
    const lane = chooseLane(request);
    proxy(response, {
      lane,
      address: getCapacityShareKey(request.ip ?? ''),
      method: request.method,
      // Mounted middleware gets a shortened path; the backend needs the whole one.
      path: request.originalUrl,
      headers: {
        ...createHeaders(request, clock),
        ...(lane === 'hash' && isHashLaneCrowded() && { [PASSWORD_HASHING_BUSY_HEADER]: '1' }),
      },
      body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
      prepareAnswer: (answer) => {
        delete answer.headers['x-powered-by'];
        delete answer.headers.server;
        const cookies = (answer.headers['set-cookie'] ?? []).flatMap(
          (field) => createVisitorCookie(field, request.secure) ?? [],
        );
        if (cookies.length > 0) answer.headers['set-cookie'] = cookies;
        else delete answer.headers['set-cookie'];
        // Without cache-control, a shared cache might apply heuristics.
        answer.headers['cache-control'] ??= 'no-store';
      },
      onFailure: (failure) => {
        // The same answer as that of the backend when its own hash queue is full.
        const [status, code] =
          failure === 'crowded' && lane === 'hash' ? hashLaneFullAnswer : answers[failure];
        log.warn({ failure, method: request.method }, 'proxy_failed');
        sendProblem(response, status, code);
      },
    });
  };
}
