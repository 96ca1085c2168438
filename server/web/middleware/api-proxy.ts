import type { Request, RequestHandler } from 'express';
import { HASH_CROWDED_HEADER } from '../../../shared/contract/request-headers.ts';
import { resolveLocale } from '../../../shared/i18n/locales.ts';
import { MAX_RETURN_BYTES } from '../../../shared/rules/returns.ts';
import { getShareKey } from '../../platform/client-network.ts';
import { isForeignRequest } from '../../platform/foreign-request.ts';
import { createScopeHeaders } from '../backend-client/backend-headers.ts';
import type { ProxyLane } from '../backend-client/call-guard.ts';
import type { RequestContext } from '../context/request-context.ts';
import { createCookieHeader, createVisitorCookie } from '../context/visitor-cookies.ts';
import { type BackendProxy, type ProxyFailure, pickEndToEndHeaders } from '../proxy/backend-proxy.ts';
import { takesHash } from '../proxy/hash-calls.ts';
import { sendProblem } from './problem.ts';
import type { BodyReader } from './request-body.ts';
import { getRequestContext, getRequestFacts } from './request-facts.ts';
import type { IsSignedIn } from './signed-in.ts';

export interface ApiProxyOptions {
  readonly proxy: BackendProxy;
  readonly clock: () => Date;
  /** Whether so many wait to have a password hashed that the backend asks new visitors for a proof of work. */
  readonly isHashLaneCrowded: () => boolean;
}

const answers: Readonly<Record<ProxyFailure, readonly [status: number, code: string]>> = {
  unavailable: [503, 'backend_unavailable'],
  crowded: [503, 'backend_unavailable'],
  timeout: [503, 'backend_timeout'],
  broken: [502, 'backend_broken'],
};

const crowdedHashes = [429, 'too_many_attempts'] as const;

/** What visitors could claim about themselves; the backend hears it from us (addresses by `TRUST_PROXY`, cookies by the contract) or not at all. */
const claims =
  /^(x-forwarded-.*|forwarded|x-real-ip|x-hash-crowded|x-request-id|traceparent|tracestate|cookie)$/;

/** Node would send such a body without saying where it ends. */
const methodsWithoutChunks = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']);

/** Methods that change nothing, so that any page may have them sent: its script cannot read the answer. */
const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The one call whose language a visitor may choose: a country's name in a language of the site list. */
const localizedName = /^\/api\/countries\/\d+\/localizedname\/?$/i;

function getLanguageId(request: Request, { language, directory }: RequestContext): number {
  if (request.method !== 'GET' || !localizedName.test(request.baseUrl + request.path))
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
  for (const name of Object.keys(headers)) if (claims.test(name)) delete headers[name];
  const cookie = createCookieHeader(request.cookies, request.secure);
  return {
    ...headers,
    ...createScopeHeaders({
      siteId: context.site.siteId,
      languageId: getLanguageId(request, context),
      now: clock(),
    }),
    'x-request-id': context.requestId,
    ...getRequestFacts(request).trace.headers,
    'x-forwarded-for': request.ip ?? '',
    'x-forwarded-proto': request.protocol,
    ...(cookie === undefined ? {} : { cookie }),
  };
}

/** The one path that files are sent to. */
const uploadPath = /^\/api\/returns\/?$/i;

/** Pages of the API for people who write programs. */
const docsPath = /^\/api\/(docs|openapi)/i;

function chooseLane({ originalUrl, method }: Request): ProxyLane {
  if (docsPath.test(originalUrl)) return 'docs';
  return takesHash(method, originalUrl.split('?')[0] ?? '') ? 'hash' : 'api';
}

/**
 * Refuses what is no call that may be passed on, and reads the body of what is: before anything is held for it that others need. The body
 * is in `request.body` from here on.
 */
export function createApiEntry(options: {
  bodies: BodyReader;
  bodyLimitBytes: number;
  /** Reads forms with files. */
  uploads: BodyReader;
  isSignedIn: IsSignedIn;
}): RequestHandler {
  const { bodies, bodyLimitBytes, uploads, isSignedIn } = options;
  return async (request, response, next) => {
    const path = request.originalUrl.split('?')[0] ?? '';
    // A backend below a path (`API_BASE_URL` with one) must not be left through dots.
    if (/(^|[/\\])(\.|%2e){1,2}([/\\]|$)|%2f|%5c/i.test(path)) {
      sendProblem(response, 400, 'malformed_url');
      return;
    }
    if (!readingMethods.has(request.method) && isForeignRequest(request.headers, request.get('host'))) {
      response.set('connection', 'close');
      sendProblem(response, 403, 'foreign_request');
      return;
    }
    if (request.headers['transfer-encoding'] !== undefined && methodsWithoutChunks.has(request.method)) {
      response.set('connection', 'close');
      sendProblem(response, 411, 'length_required');
      return;
    }
    if (request.method === 'POST' && uploadPath.test(path)) {
      // Who is not signed in is told so by the web: no slot is theirs.
      if (!(await isSignedIn(request))) {
        response.set('connection', 'close');
        sendProblem(response, 401, 'not_authenticated');
        return;
      }
      request.body = await uploads.read(request, response, MAX_RETURN_BYTES);
    } else {
      request.body = await bodies.read(request, response, bodyLimitBytes);
    }
    next();
  };
}

/**
 * `/api/*` → the backend, with a body that is complete; the answer goes back while it is made. Site, language and instant are those of the
 * host and of this server's clock, whatever the visitor sent; of cookies only ours pass, either way. The response cache is neither read nor filled. Failures are problem
 * documents.
 */
export function createApiProxy({ proxy, clock, isHashLaneCrowded }: ApiProxyOptions): RequestHandler {
  return (request, response) => {
    const { log } = getRequestFacts(request);
    const body: unknown = request.body;
    const lane = chooseLane(request);
    proxy(response, {
      lane,
      address: getShareKey(request.ip ?? ''),
      method: request.method,
      // Mounted middleware sees a cut path, the backend needs the whole.
      path: request.originalUrl,
      headers: {
        ...createHeaders(request, clock),
        ...(lane === 'hash' && isHashLaneCrowded() && { [HASH_CROWDED_HEADER]: '1' }),
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
        // Without a word on it a shared cache might guess.
        answer.headers['cache-control'] ??= 'no-store';
      },
      onFailure: (failure) => {
        // As the backend says it where its own line is full.
        const [status, code] = failure === 'crowded' && lane === 'hash' ? crowdedHashes : answers[failure];
        log.warn({ failure, method: request.method }, 'proxy_failed');
        sendProblem(response, status, code);
      },
    });
  };
}
