import type { Request, RequestHandler } from 'express';
import { type ActionRun, runFormAction } from '../../../client/forms/form-action.ts';
import { findFormAction } from '../../../client/pages/all-pages.ts';
import type { VisitorContext } from '../context/visitor-context.ts';
import { isForeignRequest } from '../middleware/foreign-request.ts';
import { formTypes, parseForm } from '../middleware/parse-form.ts';
import type { BodyReader } from '../middleware/request-body.ts';
import { RequestError } from '../middleware/request-error.ts';
import { getRequestContext, getRequestFacts, getScreen } from '../middleware/request-facts.ts';
import { isOneClickPath, oneClickLimitBytes } from '../routes/one-click.ts';

/**
 * Reads the forms of pages, POSTs to the page's own address without script, and the orders of mail providers, into `form` of the request's
 * facts. Bodies of any other request stay where they are.
 *
 * @param limitBytes of a form of a page that does not ask for files
 */
export function createFormReader(bodies: BodyReader, limitBytes: number): RequestHandler {
  return async (request, response, next) => {
    if (request.method === 'POST' && request.is([...formTypes])) {
      const limit = isOneClickPath(request.path)
        ? oneClickLimitBytes
        : (getScreen(request)?.page.uploadLimitBytes ?? limitBytes);
      const bytes = await bodies.read(request, response, limit);
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
  if (isForeignRequest(request)) throw new RequestError(403, 'foreign_form');
  const getAction = findFormAction(form.get('form'));
  if (!getAction) throw new RequestError(400, 'unknown_form');
  // What is no token of any session is sent, too: the backend refuses it.
  if (getScreen(request)?.page.isOwnersOnly) visitor.sendFormToken(cleanToken(form.get('formToken')));
  const { site, settings, language } = getRequestContext(request);
  return runFormAction(await getAction(), form, {
    api: visitor.api,
    cart: visitor.cart,
    scope: { site, settings, language },
    options: {},
  });
}
