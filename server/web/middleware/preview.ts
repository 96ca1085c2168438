import cookieParser from 'cookie-parser';
import type { Request, RequestHandler } from 'express';
import type { CreateVisitorContext } from '../context/visitor-context.ts';
import { createCookieHeader, readVisitorCookie } from '../context/visitor-cookies.ts';
import { getRequestContext, getRequestDetails } from './request-details.ts';
import { hasPreviewCookie } from './session-cookie.ts';

/**
 * Switches a request with a scope to the time of its visitor's preview, if the backend confirms that they
 * have one.
 */
export type EnterPreview = (request: Request) => Promise<void>;

/**
 * Creates the function that checks, with one uncached call, whether a visitor may see the shop at another
 * time. Without a preview cookie no call is made.
 *
 * @throws ApiError if the backend cannot answer: the visitor gets an error page, and never the present
 *   instead of the preview
 */
export function createEnterPreview(createVisitor: CreateVisitorContext): EnterPreview {
  return async (request) => {
    if (!hasPreviewCookie(request.headers.cookie)) return;
    const details = getRequestDetails(request);
    const context = getRequestContext(request);
    const cookies: Readonly<Record<string, unknown>> = request.cookies ?? {};
    const isClaimed = readVisitorCookie('preview', cookies, request.secure) !== null;
    const { preview, site } = isClaimed
      ? await createVisitor(request).api.fetchPreview(undefined, context.critical)
      : { preview: null, site: null };
    if (preview === null || site === null) {
      details.isPreviewOver = true;
      return;
    }
    const cookie = createCookieHeader(cookies, request.secure, ['preview']);
    details.context = context.withPreview(preview, site, {
      'x-forwarded-proto': request.secure ? 'https' : 'http',
      ...(cookie !== undefined && { cookie }),
    });
  };
}

/**
 * Creates the middleware that applies the preview of every request with a preview cookie. It reads no other
 * cookies.
 */
export function createPreviewScope(enterPreview: EnterPreview): RequestHandler {
  const parseCookies = cookieParser();
  return async (request, response, next) => {
    if (!hasPreviewCookie(request.headers.cookie)) {
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
