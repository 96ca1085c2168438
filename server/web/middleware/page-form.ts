import type { Request, RequestHandler } from 'express';
import { type ActionRun, readSentForm, runFormAction } from '../../../client/forms/form-action.ts';
import { findFormAction } from '../../../client/pages/pages.ts';
import type { VisitorContext } from '../context/visitor-context.ts';
import { isOneClickPath, oneClickLimitBytes } from '../routes/one-click.ts';
import { isForeignRequest } from './foreign-request.ts';
import type { BodyReader } from './request-body.ts';
import { RequestError } from './request-error.ts';
import { getRequestContext, getScreen } from './request-facts.ts';

const typedForm = 'application/x-www-form-urlencoded';
const formWithFiles = 'multipart/form-data';

/** True for a form of a page that was sent without script: a POST to the page's own address. */
export function isForm(request: Request): boolean {
  return request.method === 'POST' && typeof request.is([typedForm, formWithFiles]) === 'string';
}

/** More fields than any form of ours has. */
const maxFields = 100;

/** The fields of a body, in their order; for a form with parts as the platform's own parser reads them. */
async function parseForm(request: Request, bytes: Buffer): Promise<URLSearchParams | FormData> {
  if (request.is(typedForm)) {
    const text = bytes.toString();
    if (text.split('&', maxFields + 1).length > maxFields) throw new RequestError(413, 'body_too_large');
    return new URLSearchParams(text);
  }
  const headers = { 'content-type': request.get('content-type') ?? '' };
  const form = await new Response(new Uint8Array(bytes), { headers }).formData().catch(() => null);
  if (!form) throw new RequestError(400, 'invalid_form');
  if ([...form.keys()].length > maxFields) throw new RequestError(413, 'body_too_large');
  return form;
}

/**
 * Reads the forms of pages, and the orders of mail providers. Bodies of any other request stay where they are. What was read is in
 * `request.body`: `URLSearchParams`, or `FormData` where it came with parts.
 *
 * @param limitBytes of a form of a page that does not ask for files
 */
export function createFormReader(bodies: BodyReader, limitBytes: number): RequestHandler {
  return async (request, response, next) => {
    if (isForm(request)) {
      const limit = isOneClickPath(request.path)
        ? oneClickLimitBytes
        : (getScreen(request)?.page.uploadLimitBytes ?? limitBytes);
      request.body = await parseForm(request, await bodies.read(request, response, limit));
    }
    next();
  };
}

/**
 * Does what the form asks for.
 *
 * @throws RequestError 403 for another site's form, 400 for a form that does not exist
 */
export async function runForm(request: Request, visitor: VisitorContext): Promise<ActionRun> {
  if (isForeignRequest(request)) throw new RequestError(403, 'foreign_form');
  const body: unknown = request.body;
  const isRead = body instanceof URLSearchParams || body instanceof FormData;
  const form = readSentForm(isRead ? body.entries() : []);
  const getAction = findFormAction(form.get('form'));
  if (!getAction) throw new RequestError(400, 'unknown_form');
  const { site, settings, language } = getRequestContext(request);
  return runFormAction(await getAction(), form, {
    api: visitor.api,
    scope: { site, settings, language },
    options: {},
  });
}
