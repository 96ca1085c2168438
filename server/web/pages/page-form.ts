import type { Request, RequestHandler, Response } from 'express';
import { type ActionRun, runFormAction } from '../../../client/forms/form-action.ts';
import { findFormAction } from '../../../client/pages/all-pages.ts';
import { isForeignRequest } from '../../platform/foreign-request.ts';
import type { VisitorContext } from '../context/visitor-context.ts';
import { formTypes, parseForm } from '../middleware/parse-form.ts';
import type { BodyReader } from '../middleware/request-body.ts';
import { RequestError } from '../middleware/request-error.ts';
import { getRequestContext, getRequestFacts, getScreen } from '../middleware/request-facts.ts';
import type { IsSignedIn } from '../middleware/signed-in.ts';
import { isOneClickPath, oneClickLimitBytes } from '../routes/one-click.ts';

/**
 * Reads the forms of pages, POSTs to the page's own address without script, and the orders of mail providers, into `form` of the request's
 * facts. Bodies of any other request stay where they are.
 *
 * @param limitBytes of a form of a page that does not ask for files
 */
export function createFormReader(options: {
  bodies: BodyReader;
  limitBytes: number;
  /** Reads forms with files. */
  uploads: BodyReader;
  isSignedIn: IsSignedIn;
  /** Finds the scope anew, and the moment that is shown. */
  findScope: (request: Request) => Promise<void>;
  now: () => number;
}): RequestHandler {
  const { bodies, limitBytes, uploads, isSignedIn, findScope, now } = options;

  async function readForm(request: Request, response: Response): Promise<Buffer | null> {
    if (isOneClickPath(request.path)) return bodies.read(request, response, oneClickLimitBytes);
    const uploadLimitBytes = getScreen(request)?.page.uploadLimitBytes;
    if (uploadLimitBytes === undefined) return bodies.read(request, response, limitBytes);
    if (isForeignRequest(request.headers, request.get('host'))) {
      response.set('connection', 'close');
      throw new RequestError(403, 'foreign_form');
    }
    if (!(await isSignedIn(request))) return null;
    const bytes = await uploads.read(request, response, uploadLimitBytes);
    // The upload had its own time; what comes of it has all of its own, too.
    getRequestFacts(request).startedAt = now();
    await findScope(request);
    return bytes;
  }

  return async (request, response, next) => {
    if (request.method === 'POST' && request.is([...formTypes])) {
      const bytes = await readForm(request, response);
      if (bytes === null) {
        // Files are taken of who is signed in: the page itself leads there.
        response
          .set({ 'cache-control': 'private, no-store', connection: 'close' })
          .redirect(303, request.path);
        return;
      }
      getRequestFacts(request).form = await parseForm(bytes, request.get('content-type') ?? '');
    }
    next();
  };
}

/** What a header can hold. */
const cleanToken = (typed: string): string => (/^[\w-]{1,200}$/.test(typed) ? typed : 'none');

/**
 * Does what the form of a request asks for.
 *
 * @returns null where it brings none
 * @throws RequestError 403 for another site's form, 400 for a form that does not exist
 */
export async function runForm(request: Request, visitor: VisitorContext): Promise<ActionRun | null> {
  const { form } = getRequestFacts(request);
  if (!form) return null;
  if (isForeignRequest(request.headers, request.get('host'))) throw new RequestError(403, 'foreign_form');
  const getAction = findFormAction(form.get('form'));
  if (!getAction) throw new RequestError(400, 'unknown_form');
  // What is no token of any session is sent, too: the backend refuses it.
  if (getScreen(request)?.page.isOwnersOnly) visitor.sendFormToken(cleanToken(form.get('formToken')));
  const { site, settings, language } = getRequestContext(request);
  const run = await runFormAction(await getAction(), form, {
    api: visitor.api,
    sendForm: visitor.sendForm,
    cart: visitor.cart,
    scope: { site, settings, language },
    options: {},
  });
  // The page that comes again is read by whoever is signed in, whichever session made the form.
  visitor.sendFormToken(null);
  return run;
}
