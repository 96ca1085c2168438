import type { ApiError } from '../../../shared/api/api-error.ts';
import { ACCOUNT_RETURNS_PATH } from '../../../shared/rules/account/account-paths.ts';
import type { FormProblem } from '../../forms/action-result.ts';
import { type FormAction, isRefusal, listProblems } from '../../forms/form-action.ts';
import { listReturnFormProblems, readReturnInput, toFormField } from './read-return.ts';

/** Converts a refusal to problems of the form, with the position of each photo. */
function listReturnRefusals(error: ApiError): FormProblem[] {
  if (error.code !== 'file_refused') {
    return listProblems(error).map((problem) => ({ ...problem, field: toFormField(problem.field) }));
  }
  return error.problems.map(({ field, code, detail }) => ({
    field,
    code,
    ...(detail !== undefined && { position: Number(detail) }),
  }));
}

/** Registers a return with its photos. File names are private and not sent. */
export const registerReturn: FormAction = async ({ fields, sendForm, onProgress, options }) => {
  if (!sendForm) throw new Error('Returns require a context with `sendForm`');
  const words = readReturnInput(fields);
  const photos = fields.getFiles('photo');
  const problems = listReturnFormProblems(words, photos.length);
  if (problems.length > 0) return { status: 'refused', problems };
  const form = new FormData();
  for (const [name, value] of Object.entries(words)) form.set(name, value);
  for (const photo of photos) form.append('photo', photo, 'photo');
  const key = fields.get('idempotencyKey');
  try {
    await sendForm('/api/returns', form, {
      ...options,
      onProgress,
      ...(key !== '' && { idempotencyKey: key }),
    });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { status: 'refused', problems: listReturnRefusals(error) };
  }
  return { status: 'done', changed: ['returns'], noticePath: ACCOUNT_RETURNS_PATH };
};
