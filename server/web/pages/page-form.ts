import type { Request, RequestHandler, Response } from 'express';
import { type ActionRun, runFormAction } from '../../../client/forms/form-action.ts';
import { findFormAction } from '../../../client/pages/register-all-pages.ts';
import { isCrossSiteRequest } from '../../platform/cross-site-request.ts';
import type { VisitorContext } from '../context/visitor-context.ts';
import { formContentTypes, parseForm } from '../middleware/parse-form.ts';
import type { BodyReader } from '../middleware/request-body.ts';
import { getRequestContext, getRequestDetails, getStaticRoute } from '../middleware/request-details.ts';
import { RequestError } from '../middleware/request-error.ts';
import type { IsSignedIn } from '../middleware/signed-in.ts';
import { isOneClickUnsubscribePath, oneClickUnsubscribeLimitBytes } from '../routes/one-click-unsubscribe.ts';

/**
 * Creates the middleware that parses forms into `form` of the request's details. It accepts forms that pages
 * post to their own URL without JavaScript, and one-click requests of mail providers. Bodies of other
 * requests are not read.
 *
 * @param options.limitBytes limit of a form of a page without file uploads
 */
export function createFormReader(options: {
  bodies: BodyReader;
  limitBytes: number;
  /** Reads forms with files. */
  uploads: BodyReader;
  isSignedIn: IsSignedIn;
  /** Finds the scope again after an upload, including a preview. */
  findScope: (request: Request) => Promise<void>;
  now: () => number;
}): RequestHandler {
  const { bodies, limitBytes, uploads, isSignedIn, findScope, now } = options;

  async function readForm(request: Request, response: Response): Promise<Buffer | null> {
    if (isOneClickUnsubscribePath(request.path))
      return bodies.read(request, response, oneClickUnsubscribeLimitBytes);
    const uploadLimitBytes = getStaticRoute(request)?.page.uploadLimitBytes;
    if (uploadLimitBytes === undefined) return bodies.read(request, response, limitBytes);
    if (isCrossSiteRequest(request.headers, request.get('host'))) {
      response.set('connection', 'close');
      throw new RequestError(403, 'foreign_form');
    }
    if (!(await isSignedIn(request))) return null;
    const bytes = await uploads.read(request, response, uploadLimitBytes);
    // The upload had its own time limit; the rest of the request gets a full one.
    getRequestDetails(request).startedAt = now();
    await findScope(request);
    return bytes;
  }

  return async (request, response, next) => {
    if (request.method === 'POST' && request.is([...formContentTypes])) {
      const bytes = await readForm(request, response);
      if (bytes === null) {
        // Files are accepted from signed-in visitors only; the page leads to the sign-in.
        response
          .set({ 'cache-control': 'private, no-store', connection: 'close' })
          .redirect(303, request.path);
        return;
      }
      getRequestDetails(request).form = await parseForm(bytes, request.get('content-type') ?? '');
    }
    next();
  };
}

/** Returns the token if it is valid in a header, otherwise 'none'. */
const toHeaderToken = (typed: string): string => (/^[\w-]{1,200}$/.test(typed) ? typed : 'none');

/**
 * Runs the action of the form in a request.
 *
 * @returns null if the request has no form
 * @throws RequestError 403 for a form of another site, 400 for an unknown form
 */
export async function runSubmittedForm(request: Request, visitor: VisitorContext): Promise<ActionRun | null> {
  const { form } = getRequestDetails(request);
  if (!form) return null;
  if (isCrossSiteRequest(request.headers, request.get('host'))) throw new RequestError(403, 'foreign_form');
  const getAction = findFormAction(form.get('form'));
  if (!getAction) throw new RequestError(400, 'unknown_form');
  // An invalid token is sent, too: the backend rejects it.
  if (getStaticRoute(request)?.page.isSignInRequired)
    visitor.sendFormToken(toHeaderToken(form.get('formToken')));
  const { site, settings, language } = getRequestContext(request);
  const run = await runFormAction(await getAction(), form, {
    api: visitor.api,
    sendForm: visitor.sendForm,
    cart: visitor.cart,
    scope: { site, settings, language },
    options: {},
  });
  // The page is then read for the current session, whichever session created the form.
  visitor.sendFormToken(null);
  return run;
}
