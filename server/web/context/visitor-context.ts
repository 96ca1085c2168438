import type { Request } from 'express';
import type { VisitorCart } from '../../../client/store/visitor-cart.ts';
import { type Api, createApi } from '../../../shared/api/client.ts';
import type { SendForm } from '../../../shared/api/send-form.ts';
import { FORM_TOKEN_HEADER } from '../../../shared/contract/request-headers.ts';
import type { BackendClient } from '../backend-client/backend-client.ts';
import { createVisitorForm } from '../backend-client/visitor-form.ts';
import { createVisitorTransport } from '../backend-client/visitor-transport.ts';
import type { WebMetrics } from '../metrics/web-metrics.ts';
import { getRequestContext, getRequestFacts } from '../middleware/request-facts.ts';
import {
  createCookieHeader,
  createVisitorCookie,
  createVisitorCookieEnd,
  readVisitorCookie,
} from './visitor-cookies.ts';

/**
 * The visitor of one request: who may speak for them, and what they are told to keep. Made for private pages, forms and what is told to
 * the API by mail providers; nothing that a cache may hold is ever given one.
 */
export interface VisitorContext {
  /** Calls for the site and language of the request in the visitor's name. Nothing of them is kept. */
  readonly api: Api;
  /** Sends forms with files in their name. */
  readonly sendForm: SendForm;
  /** Their cart, by its cookie: the one that the backend sets where a call makes a cart. */
  readonly cart: VisitorCart;
  /** They have the cookie of a session, over or not. */
  readonly mayBeSignedIn: boolean;
  /** Has every call from now on say which session made the form that asks for it; null: no form asks for them any more. */
  sendFormToken(formToken: string | null): void;
  /** `Set-Cookie` fields for the answer: what the backend has set so far. */
  listCookies(): readonly string[];
}

/** Characters of what a browser calls itself that anybody looks at. */
const MAX_USER_AGENT = 500;

export type CreateVisitorContext = (request: Request) => VisitorContext;

/** Makes the visitors of requests that have a scope, and whose cookies cookie-parser has read. */
export function createVisitors(options: {
  client: BackendClient;
  metrics: Pick<WebMetrics, 'backendCalled'>;
  /** Milliseconds for all calls of a request together. */
  timeoutMs: number;
  /** Milliseconds until a form with files is answered. */
  formTimeoutMs: number;
  /** Milliseconds that only go forward. */
  now: () => number;
}): CreateVisitorContext {
  const { client, metrics, timeoutMs, formTimeoutMs, now } = options;
  return (request) => {
    const { requestId, trace, startedAt, signal } = getRequestFacts(request);
    const { site, language, now: instant, log } = getRequestContext(request);
    const isSecure = request.secure;
    const cookies: unknown = request.cookies;
    const known: Record<string, unknown> = typeof cookies === 'object' ? { ...cookies } : {};
    const cookie = createCookieHeader(known, isSecure);
    const userAgent = request.get('user-agent')?.slice(0, MAX_USER_AGENT);
    let cartId = readVisitorCookie('cart', known, isSecure);
    /** By name, so that of several answers the last one counts. */
    const set = new Map<string, string>();
    const setCookie = (field: string) => set.set(field.slice(0, field.indexOf('=')), field);
    const headers: Record<string, string> = {
      'x-forwarded-for': request.ip ?? '',
      'x-forwarded-proto': isSecure ? 'https' : 'http',
      ...(cookie === undefined ? {} : { cookie }),
      ...(userAgent === undefined ? {} : { 'user-agent': userAgent }),
    };
    const scope = { siteId: site.siteId, languageId: language.languageId, now: instant };
    /** What a form with files takes is not taken from the calls that come after it. */
    let formMs = 0;
    const passForm = createVisitorForm({
      client,
      scope,
      log,
      requestId,
      trace,
      visitorHeaders: headers,
      signal,
      timeoutMs: formTimeoutMs,
    });
    const sendForm: SendForm = async (...parts) => {
      const since = now();
      try {
        return await passForm(...parts);
      } finally {
        formMs += now() - since;
      }
    };
    const transport = createVisitorTransport({
      client,
      metrics,
      scope,
      log,
      requestId,
      trace,
      signal,
      timeoutMs,
      getRemainingMs: () => startedAt + formMs + timeoutMs - now(),
      visitor: {
        headers,
        onCookies: (fields) => {
          for (const field of fields) {
            const own = createVisitorCookie(field, isSecure);
            if (own === null) continue;
            setCookie(own);
            // As a browser does: a later call of the request brings what an earlier one has set.
            const [name = '', value = ''] = own.slice(0, own.indexOf(';')).split(/=(.*)/s);
            known[name] = value;
            const renewed = createCookieHeader(known, isSecure);
            if (renewed === undefined) delete headers.cookie;
            else headers.cookie = renewed;
          }
        },
      },
    });
    const cart: VisitorCart = {
      get id() {
        return cartId;
      },
      keep: (id) => {
        cartId = id;
      },
      forget: ({ isGone }) => {
        cartId = null;
        if (isGone) setCookie(createVisitorCookieEnd('cart', isSecure));
      },
    };
    return {
      api: createApi(transport),
      sendForm,
      cart,
      mayBeSignedIn: readVisitorCookie('session', known, isSecure) !== null,
      sendFormToken: (formToken) => {
        if (formToken === null) delete headers[FORM_TOKEN_HEADER];
        else headers[FORM_TOKEN_HEADER] = formToken;
      },
      listCookies: () => [...set.values()],
    };
  };
}
