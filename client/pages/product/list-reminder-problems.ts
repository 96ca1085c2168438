import { isEmailAddress, normaliseEmailAddress } from '../../../shared/rules/email-address.ts';
import type { FormProblem } from '../../forms/action-result.ts';
import type { FormFields } from '../../forms/form-action.ts';

/** Validates the stock reminder form. */
export function listReminderProblems(fields: FormFields): FormProblem[] {
  const emailAddress = normaliseEmailAddress(fields.get('emailAddress'));
  if (isEmailAddress(emailAddress)) return [];
  return [{ field: 'emailAddress', code: emailAddress === '' ? 'required' : 'format' }];
}
