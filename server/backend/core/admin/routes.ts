import { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import { isCrossSiteRequest } from '../../../platform/cross-site-request.ts';
import type { Log } from '../../../platform/logging.ts';
import type { ErrorReporter } from '../../../platform/sentry.ts';
import { isHostOfThisPort } from '../cli/command-routes.ts';
import type { AdminFile } from './admin-module.ts';
import { type AdminResponsesOptions, createAdminResponses, redirectToPage } from './admin-responses.tsx';
import { adminStyles } from './admin-styles.ts';
import { createOperationRoute } from './operation-route.ts';
import { findByPath, formatPagePath, readPagePath, withMatchers } from './page-paths.ts';
import { UnreadableFormError } from './read-form.ts';
import { createSignInPages } from './sign-in-pages.tsx';
import type { StaffAccounts } from './staff-accounts.ts';
import { ADMIN_COOKIE_NAME, createStaffRequests } from './staff-requests.ts';
import { renderStoredNotice } from './stored-notice.tsx';

export interface AdminRoutesOptions extends AdminResponsesOptions {
  readonly files: readonly AdminFile[];
  readonly people: StaffAccounts;
  /** `ADMIN_HOST` */
  readonly host: string;
  readonly log: Log;
  readonly errors: ErrorReporter;
}

/** Allows no scripts, no third-party content and no framing. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/**
 * Creates the routes of the admin below `/admin` on the admin port: plain forms without scripts. All pages
 * except the sign-in require a session, and all forms a token bound to the staff member.
 */
export function createAdminRoutes(options: AdminRoutesOptions): Router {
  const { operations, people, texts, host, log, errors, clock } = options;
  const files = withMatchers(options.files);
  const now = () => new Date(clock());
  const responses = createAdminResponses(options);
  const { getTranslate, sendPage, sendRefusal } = responses;
  const requests = createStaffRequests({ people, responses, log, now });
  const { findStaffMember, receiveForm } = requests;
  const { sendSignIn, sendEnrolment, signIn, enrol } = createSignInPages({ people, responses, log, now });
  const operate = createOperationRoute({ operations, people, requests, responses, log, now });

  const showPage: RequestHandler = async (request, response) => {
    const staffMember = await findStaffMember(request);
    if (!staffMember) {
      redirectToPage(response, '/sign-in');
      return;
    }
    const { path } = request;
    const file = findByPath(files, path);
    if (file) {
      const content = await file.item.read(file.params, now());
      if (content) {
        // Prevents scripts in the file, also if it is opened directly.
        response.set('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
        if (content.fileName !== undefined) response.attachment(content.fileName);
        response.type(content.type).send(content.bytes);
        return;
      }
    }
    const query = new URL(request.originalUrl, 'http://admin').searchParams;
    const notice = renderStoredNotice(
      await people.takeNotice(staffMember.tokenHash),
      getTranslate(request, staffMember),
    );
    if (await sendPage(request, response, staffMember, { path, query, notice })) return;
    sendRefusal(request, response, staffMember, { status: 404, key: 'notFound' });
  };

  const guard: RequestHandler = (request, response, next) => {
    response.set({
      'cache-control': 'no-store',
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    if (!isHostOfThisPort(request, host)) response.status(421).json({ status: 'refused' });
    else if (
      request.method !== 'GET' &&
      request.method !== 'HEAD' &&
      isCrossSiteRequest(request.headers, request.headers.host)
    ) {
      log.warn('admin_foreign_request');
      response.status(403).json({ status: 'refused' });
    } else next();
  };

  const answerErrors: ErrorRequestHandler = (error: unknown, request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    // A path that cannot be decoded matches no page.
    if (error instanceof URIError) {
      sendRefusal(request, response, null, { status: 404, key: 'notFound' });
      return;
    }
    if (error instanceof UnreadableFormError) {
      sendRefusal(request, response, null, { status: error.status, key: 'unreadable' });
      return;
    }
    errors.reportError(error, { path: 'admin' });
    sendRefusal(request, response, null, { status: 500, key: 'failed' });
  };

  const router = Router();
  const own = Router();
  own.use(guard);
  own.get('/admin.css', (_request, response) => {
    response.type('css').set('cache-control', 'private, max-age=300').send(adminStyles);
  });
  own.get('/sign-in', (request, response) => sendSignIn(request, response, null));
  own.post('/sign-in', signIn);
  own.get('/enrol', (request, response) => sendEnrolment(request, response, '', null));
  own.post('/enrol', enrol);
  own.post('/sign-out', async (request, response) => {
    const received = await receiveForm(request, response);
    if (!received) return;
    await people.signOut(received.staffMember, now());
    response.clearCookie(ADMIN_COOKIE_NAME, { path: '/admin' });
    redirectToPage(response, '/sign-in');
  });
  own.post('/language', async (request, response) => {
    const received = await receiveForm(request, response);
    if (!received) return;
    const locale = received.sent.fields.get('language')?.[0] ?? '';
    if (texts.locales.includes(locale)) await people.setLocale(received.staffMember.staffMemberId, locale);
    const page = readPagePath(received.sent.fields.get('_page')?.[0]);
    redirectToPage(response, page ? formatPagePath(page) : '/');
  });
  own.post('/do/:operation', operate);
  own.get('/{*path}', showPage);
  own.use(answerErrors);
  router.use('/admin', own);
  // The address in the previous release: bookmarks of staff.
  router.get('/keeper{/*rest}', guard, (request, response) => {
    const { pathname, search } = new URL(request.originalUrl, 'http://admin');
    // Paths match in any case, so the former name is cut off by its length.
    response.redirect(308, `/admin${pathname.slice('/keeper'.length)}${search}`);
  });
  return router;
}
