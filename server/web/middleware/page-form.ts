import type { Request, RequestHandler } from 'express';
import { readFormValues, runFormAction } from '../../../client/forms/form-action.ts';
import type { FormReport } from '../../../client/forms/form-report.ts';
import { findFormAction } from '../../../client/pages/pages.ts';
import type { VisitorContext } from '../context/visitor-context.ts';
import { isOneClickPath, oneClickLimitBytes } from '../routes/one-click.ts';
import { isForeignRequest } from './foreign-request.ts';
import type { BodyReader } from './request-body.ts';
import { RequestError } from './request-error.ts';

const formType = 'application/x-www-form-urlencoded';

/** True for a form of a page that was sent without script: a POST to the page's own address. */
export function isForm(request: Request): boolean {
  return request.method === 'POST' && typeof request.is(formType) === 'string';
}

/** More fields than any form of ours has. */
const maxFields = 100;

/**
 * Reads the forms of pages, and the orders of mail providers that come as a form with parts. Bodies of any other request stay where they
 * are. What was read is in `request.body`: `URLSearchParams` or the bytes of the parts.
 */
export function createFormReader(bodies: BodyReader, limitBytes: number): RequestHandler {
  return async (request, response, next) => {
    if (isForm(request)) {
      const text = (await bodies.read(request, response, limitBytes)).toString();
      if (text.split('&', maxFields + 1).length > maxFields) throw new RequestError(413, 'body_too_large');
      request.body = new URLSearchParams(text);
    } else if (isOneClickPath(request.path) && request.is('multipart/form-data')) {
      request.body = await bodies.read(request, response, oneClickLimitBytes);
    }
    next();
  };
}

/**
 * Does what the form asks for.
 *
 * @returns the report for the page, or the path to go to
 * @throws RequestError 403 for another site's form, 400 for a form that does not exist
 */
export async function runForm(
  request: Request,
  visitor: VisitorContext,
): Promise<FormReport | { readonly path: string }> {
  if (isForeignRequest(request)) throw new RequestError(403, 'foreign_form');
  const body: unknown = request.body;
  const values = readFormValues(body instanceof URLSearchParams ? body : []);
  const getAction = findFormAction(values.get('form') ?? '');
  if (!getAction) throw new RequestError(400, 'unknown_form');
  return runFormAction(await getAction(), values, {
    api: visitor.api,
    options: {},
  });
}
