import express, { type Request, type RequestHandler } from 'express';
import { readFormValues, runFormAction } from '../../../client/forms/form-action.ts';
import { findFormAction } from '../../../client/forms/form-actions.ts';
import type { FormReport } from '../../../client/forms/form-report.ts';
import type { RequestContext } from '../context/request-context.ts';
import { isForeignRequest } from './foreign-request.ts';
import { RequestError } from './request-error.ts';

const formType = 'application/x-www-form-urlencoded';

/** True for a form of a page that was sent without script: a POST to the page's own address. */
export function isForm(request: Request): boolean {
  return request.method === 'POST' && typeof request.is(formType) === 'string';
}

/** Reads the forms of pages. Bodies of any other request stay where they are. */
export function createFormReader(limitBytes: number): RequestHandler {
  const read = express.urlencoded({
    extended: false,
    limit: limitBytes,
    parameterLimit: 100,
    type: formType,
  });
  return (request, response, next) => {
    if (isForm(request)) read(request, response, next);
    else next();
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
  context: RequestContext,
): Promise<FormReport | { readonly path: string }> {
  if (isForeignRequest(request)) throw new RequestError(403, 'foreign_form');
  const body: unknown = request.body;
  const values = readFormValues(typeof body === 'object' && body !== null ? Object.entries(body) : []);
  const action = findFormAction(values.get('form') ?? '');
  if (!action) throw new RequestError(400, 'unknown_form');
  return runFormAction(action, values, {
    api: context.createVisitorApi(request.ip ?? ''),
    options: context.critical,
  });
}
