import cookieParser from 'cookie-parser';
import type { Request, RequestHandler } from 'express';
import type { CreateVisitorContext } from '../context/visitor-context.ts';
import { createCookieHeader, readVisitorCookie } from '../context/visitor-cookies.ts';
import { getRequestContext, getRequestFacts } from './request-facts.ts';
import { hasPreview } from './session-cookie.ts';

/** Puts a request that has a scope at the moment of its visitor's preview, where the backend says that they have one. */
export type EnterPreview = (request: Request) => Promise<void>;

/**
 * Makes what finds out, with one call and without remembering the answer, whether a visitor may see the shop at another moment. Of who brings no such cookie
 * nobody is asked.
 *
 * @throws ApiError where the backend cannot say: the visitor gets the page of errors, and never the present for what they want to see
 */
export function createEnterPreview(createVisitor: CreateVisitorContext): EnterPreview {
  return async (request) => {
    if (!hasPreview(request.headers.cookie)) return;
    const facts = getRequestFacts(request);
    const context = getRequestContext(request);
    const cookies: Readonly<Record<string, unknown>> = request.cookies ?? {};
    const isClaimed = readVisitorCookie('preview', cookies, request.secure) !== null;
    const { preview, site } = isClaimed
      ? await createVisitor(request).api.fetchPreview(undefined, context.critical)
      : { preview: null, site: null };
    if (preview === null || site === null) {
      facts.isPreviewOver = true;
      return;
    }
    const cookie = createCookieHeader(cookies, request.secure, ['preview']);
    facts.context = context.withPreview(preview, site, {
      'x-forwarded-proto': request.secure ? 'https' : 'http',
      ...(cookie !== undefined && { cookie }),
    });
  };
}

/** Does it for every request that brings the cookie. Nobody else's cookies are read here. */
export function createPreviewScope(enterPreview: EnterPreview): RequestHandler {
  const parseCookies = cookieParser();
  return async (request, response, next) => {
    if (!hasPreview(request.headers.cookie)) {
      next();
      return;
    }
    await new Promise<void>((resolve, reject) => {
      parseCookies(request, response, (error?: unknown) => (error ? reject(error) : resolve()));
    });
    await enterPreview(request);
    next();
  };
}
