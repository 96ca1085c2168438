import type { Request } from 'express';
import type { CartIdStore } from '../../../client/store/visitor-cart-id.ts';
import { type Api, createApi } from '../../../shared/api/client.ts';
import type { SendForm } from '../../../shared/api/send-form.ts';
import { FORM_TOKEN_HEADER } from '../../../shared/contract/request-headers.ts';
import type { BackendClient } from '../backend-client/backend-client.ts';
import { createVisitorFormSender } from '../backend-client/visitor-form-sender.ts';
import { createVisitorTransport } from '../backend-client/visitor-transport.ts';
import type { WebMetrics } from '../metrics/web-metrics.ts';
import { getRequestContext, getRequestDetails } from '../middleware/request-details.ts';
import {
  createCookieHeader,
  createVisitorCookie,
  createVisitorCookieDeletion,
  readVisitorCookie,
} from './visitor-cookies.ts';

/**
 * Context of the visitor of one request: calls in their name, and the cookies to set. Created for private
 * pages, forms and API calls of mail providers, never for an answer that a cache may store.
 */
export interface VisitorContext {
  /** Calls for the site and language of the request in the visitor's name. Their answers are not cached. */
  readonly api: Api;
  /** Sends the visitor's forms with files. */
  readonly sendForm: SendForm;
  /**
   * The visitor's cart by its cookie, or the one whose cookie the backend sets when a call creates a cart.
   */
  readonly cart: CartIdStore;
  /** Whether the request carries a session cookie, valid or expired. */
  readonly mayBeSignedIn: boolean;
  /**
   * Makes all later calls send the session token of the form that causes them; null if no form causes them.
   */
  sendFormToken(formToken: string | null): void;
  /** Lists the `Set-Cookie` fields for the answer: those that the backend has set so far. */
  listCookies(): readonly string[];
}

/** Maximum length of the User-Agent that is passed on, in characters. */
const MAX_USER_AGENT_LENGTH = 500;

export type CreateVisitorContext = (request: Request) => VisitorContext;

/** Creates the visitor contexts of requests that have a scope and whose cookies cookie-parser has parsed. */
export function createVisitorContextFactory(options: {
  client: BackendClient;
  metrics: Pick<WebMetrics, 'backendCalled'>;
  /** Deadline, in milliseconds, of all calls of a request together. */
  timeoutMs: number;
  /** Deadline, in milliseconds, of a form with files. */
  formTimeoutMs: number;
  /** Monotonic clock in milliseconds. */
  now: () => number;
}): CreateVisitorContext {
  const { client, metrics, timeoutMs, formTimeoutMs, now } = options;
  return (request) => {
    const { requestId, trace, startedAt, signal } = getRequestDetails(request);
    const { site, language, now: instant, log } = getRequestContext(request);
    const isSecure = request.secure;
    const cookies: unknown = request.cookies;
    const known: Record<string, unknown> = typeof cookies === 'object' ? { ...cookies } : {};
    const cookie = createCookieHeader(known, isSecure);
    const userAgent = request.get('user-agent')?.slice(0, MAX_USER_AGENT_LENGTH);
    let cartId = readVisitorCookie('cart', known, isSecure);
    /** Set cookies by name, so that the last of several answers counts. */
    const set = new Map<string, string>();
    const setCookie = (field: string) => set.set(field.slice(0, field.indexOf('=')), field);
    const headers: Record<string, string> = {
      'x-forwarded-for': request.ip ?? '',
      'x-forwarded-proto': isSecure ? 'https' : 'http',
      ...(cookie === undefined ? {} : { cookie }),
      ...(userAgent === undefined ? {} : { 'user-agent': userAgent }),
    };
    const scope = { siteId: site.siteId, languageId: language.languageId, now: instant };
    /** Time spent on forms with files, which does not count against later calls. */
    let formMs = 0;
    const forwardForm = createVisitorFormSender({
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
        return await forwardForm(...parts);
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
            const forwarded = createVisitorCookie(field, isSecure);
            if (forwarded === null) continue;
            setCookie(forwarded);
            // Like a browser: later calls of the request send the cookies that earlier ones have set.
            const [name = '', value = ''] = forwarded.slice(0, forwarded.indexOf(';')).split(/=(.*)/s);
            known[name] = value;
            const renewed = createCookieHeader(known, isSecure);
            if (renewed === undefined) delete headers.cookie;
            else headers.cookie = renewed;
          }
        },
      },
    });
    const cart: CartIdStore = {
      get id() {
        return cartId;
      },
      keep: (id) => {
        cartId = id;
      },
      forget: ({ isGone }) => {
        cartId = null;
        if (isGone) setCookie(createVisitorCookieDeletion('cart', isSecure));
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
