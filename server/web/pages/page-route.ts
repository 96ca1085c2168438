import type { Request, RequestHandler, Response } from 'express';
import type { ActionResult } from '../../../client/forms/action-result.ts';
import type { ActionRun } from '../../../client/forms/form-action.ts';
import { FORM_SENT_PATH } from '../../../shared/rules/path-constants.ts';
import { hasSecretInUrl } from '../../../shared/rules/redirect-query.ts';
import {
  createNoticeCookie,
  createNoticeDeletion,
  hasNotice,
  MAX_DIFFERENCES,
  readNotice,
} from '../context/notice-cookie.ts';
import { isAllowedRedirectTarget } from '../context/redirect-target.ts';
import type { CreateVisitorContext, VisitorContext } from '../context/visitor-context.ts';
import { createVisitorCookieDeletion } from '../context/visitor-cookies.ts';
import { chooseEncoding } from '../middleware/accept-encoding.ts';
import { compressOnce } from '../middleware/compression.ts';
import { getRequestContext, getRequestDetails, getStaticRoute } from '../middleware/request-details.ts';
import { RequestError } from '../middleware/request-error.ts';
import { allowPaymentForms } from '../middleware/security-headers.ts';
import { formatServerTiming } from '../middleware/server-timing.ts';
import { hasPersonalCookie } from '../middleware/session-cookie.ts';
import type { PageRenderer, RenderedPage } from '../render/page-renderer.ts';
import type { PageCacheControls } from './page-cache-control.ts';
import { runSubmittedForm } from './page-form.ts';
import { createPageHeaders } from './page-headers.ts';

export interface PageRouteOptions {
  readonly renderPage: PageRenderer;
  readonly createVisitor: CreateVisitorContext;
  readonly cacheControls: PageCacheControls;
  readonly strictTransport: string;
  /** Monotonic clock in milliseconds. */
  readonly now: () => number;
}

/**
 * Creates the catch-all route: runs the action of a form, calls the renderer and sends the result. Requests
 * that the page cache can answer do not reach it.
 */
export function createPageRoute(options: PageRouteOptions): RequestHandler {
  const { renderPage, createVisitor } = options;
  return async (request, response) => {
    const visitor = createVisitor(request);
    const sent = await runSubmittedForm(request, visitor);
    if (sent?.result.status === 'done') {
      sendFormRedirect(request, response, { sent, visitor });
      return;
    }
    if (!sent && request.method !== 'GET' && request.method !== 'HEAD') {
      response.set('allow', 'GET, HEAD');
      throw new RequestError(405, 'method_not_allowed');
    }
    const form = sent?.result;
    const screen = getStaticRoute(request);
    const cookies: Readonly<Record<string, unknown>> = request.cookies ?? {};
    const canShowNotice = screen?.page.showsFormNotices === true && request.method === 'GET';
    const page = await renderPage({
      context: getRequestContext(request),
      url: request.originalUrl,
      staticRoute: screen,
      ...(screen?.page.cachePolicy === 'private' && { visitor }),
      ...(form && { form }),
      ...(canShowNotice && { notice: readNotice(cookies, request.secure) }),
    });
    if (response.destroyed) return;
    if (canShowNotice && hasNotice(cookies, request.secure))
      response.append('set-cookie', createNoticeDeletion(request.secure));
    sendPage(request, response, { page, form, visitor, ...options });
  };
}

/** Redirects after a successful form, so that reloading the page does not send it again. */
function sendFormRedirect(
  request: Request,
  response: Response,
  { sent, visitor }: { sent: ActionRun; visitor: VisitorContext },
): void {
  const path = sent.documentUrl ?? sent.path ?? sent.noticePath ?? FORM_SENT_PATH;
  const isExternalAllowed =
    getStaticRoute(request)?.page.redirectsToPayment === true && sent.documentUrl !== null;
  if (!isExternalAllowed && !isAllowedRedirectTarget(path, getRequestContext(request))) {
    throw new Error('A form redirects to an unknown host');
  }
  const { form, subject, line, differences, receipt } = sent.result;
  const isPublic = getStaticRoute(request)?.page.cachePolicy !== 'private';
  // Only the path: the query may contain a secret.
  const notice = {
    form,
    back: isPublic ? request.path : null,
    ...(subject && { subject }),
    ...(line && { line }),
    ...(receipt && { receipt }),
    ...(differences && { differences: differences.slice(0, MAX_DIFFERENCES) }),
  };
  const cookie = createNoticeCookie(notice, request.secure);
  for (const field of [...visitor.listCookies(), ...(cookie === null ? [] : [cookie])]) {
    response.append('set-cookie', field);
  }
  setReferrerPolicy(request, response);
  response.set('cache-control', 'private, no-store').redirect(303, path);
}

/** Sets `no-referrer` if the URL contains a secret token, so that links and pictures do not disclose it. */
function setReferrerPolicy(request: Request, response: Response): void {
  if (getStaticRoute(request)?.page.isConfidential || hasSecretInUrl(request.originalUrl))
    response.set('referrer-policy', 'no-referrer');
}

function sendPage(
  request: Request,
  response: Response,
  options: PageRouteOptions & {
    page: RenderedPage;
    form: ActionResult | undefined;
    visitor: VisitorContext;
  },
): void {
  const { page, form, visitor, cacheControls, strictTransport, now } = options;
  const details = getRequestDetails(request);
  const cookies = visitor.listCookies();
  const hasSecretLocation = page.kind === 'redirect' && hasSecretInUrl(page.location);
  const isPersonal = cookies.length > 0 || hasPersonalCookie(request.headers.cookie) || hasSecretLocation;
  details.kind = page.kind === 'redirect' ? 'redirect' : page.pageKind;
  response.status(page.status === 200 && form?.status === 'refused' ? 422 : page.status).set(
    createPageHeaders(page, {
      strictTransport: request.secure ? strictTransport : null,
      isPersonal,
      cacheControls,
    }),
  );
  for (const field of cookies) response.append('set-cookie', field);
  if (details.isPreviewOver)
    response.append('set-cookie', createVisitorCookieDeletion('preview', request.secure));
  if (getRequestContext(request).preview) response.set('x-robots-tag', 'noindex');
  setReferrerPolicy(request, response);
  if (getStaticRoute(request)?.page.redirectsToPayment) {
    response.set(
      'content-security-policy',
      allowPaymentForms(String(response.get('content-security-policy'))),
    );
  }
  if (page.kind === 'redirect') {
    if (!isAllowedRedirectTarget(page.location, getRequestContext(request))) {
      throw new Error('A route redirects to an unknown host');
    }
    response.location(page.location).end();
    return;
  }
  Object.assign(details.timings, page.timings);
  response.set('server-timing', formatServerTiming(details.timings, now() - details.startedAt));
  if (request.method === 'HEAD') response.end();
  else if (page.bytes) sendBytes(response, page.bytes, request.headers['accept-encoding']);
  else page.pipe(response);
}

function sendBytes(response: Response, html: Buffer, accepted: string | undefined): void {
  const { encoding, bytes } = compressOnce(html, chooseEncoding(accepted));
  if (encoding !== 'identity') response.setHeader('content-encoding', encoding);
  response.setHeader('content-length', bytes.length);
  response.end(bytes);
}
