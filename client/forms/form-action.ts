import { ApiError } from '../../shared/api/api-error.ts';
import type { Api, CallOptions } from '../../shared/api/client.ts';
import type { FormProblem, FormReport, FormSubject } from './form-report.ts';

/** What was typed into a form: one value per field, trimmed; '' for a field that is not there. */
export interface FormFields {
  get(name: string): string;
}

/** What a form came to. A redirect leads to a path of this shop. */
export type FormOutcome =
  | { readonly status: 'done'; readonly subject?: FormSubject | undefined }
  | { readonly status: 'refused'; readonly problems: readonly FormProblem[] }
  | { readonly status: 'redirect'; readonly path: string };

/**
 * Does what a form asks for. The same function runs on the server for a form that was sent without script, and in the browser.
 *
 * @throws ApiError: a refusal of the API (4xx) becomes the form's problems, the rest is told as a failure of the whole form
 */
export type FormAction = (api: Api, fields: FormFields, options: CallOptions) => Promise<FormOutcome>;

/** Fields that say which form it is, and are no values of it. */
const ownFields = new Set(['form', 'of']);

/**
 * Values of a sent form by name, trimmed. A name that comes twice keeps its first value. Nothing is cut or left out: whoever typed too
 * much is told so by the form's own check or by the API.
 */
export function readFormValues(entries: Iterable<readonly [string, unknown]>): Map<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of entries) {
    if (typeof value !== 'string' || values.has(name)) continue;
    values.set(name, value.trim());
  }
  return values;
}

/** What a refusal of the API says of the form. */
function listProblems(error: ApiError): FormProblem[] {
  const problems = error.problems.map(({ field, code }) => ({ field: field.replace(/^.*\./, ''), code }));
  return problems.length > 0 ? problems : [{ field: null, code: error.code ?? 'failed' }];
}

/**
 * Runs a form's action and reports what the page is to show.
 *
 * @returns the report, or the path to go to
 * @throws ApiError 'aborted' when the visitor has left, and whatever is no ApiError
 */
export async function runFormAction(
  action: FormAction,
  values: ReadonlyMap<string, string>,
  { api, options }: { api: Api; options: CallOptions },
): Promise<FormReport | { readonly path: string }> {
  const form = values.get('form') ?? '';
  const of = values.get('of') ?? '';
  const refuse = (problems: readonly FormProblem[]): FormReport => ({
    form,
    of,
    status: 'refused',
    values: Object.fromEntries([...values].filter(([name]) => !ownFields.has(name))),
    problems,
  });
  try {
    const outcome = await action(api, { get: (name) => values.get(name) ?? '' }, options);
    if (outcome.status === 'redirect') return { path: outcome.path };
    if (outcome.status === 'refused') return refuse(outcome.problems);
    const { subject } = outcome;
    return { form, of, status: 'done', values: {}, problems: [], ...(subject && { subject }) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.failure === 'aborted') throw error;
    const isRefusal = error.failure === 'status' && error.status >= 400 && error.status < 500;
    return refuse(isRefusal ? listProblems(error) : [{ field: null, code: 'failed' }]);
  }
}
