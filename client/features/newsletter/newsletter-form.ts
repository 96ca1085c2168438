import { isEmailAddress, normaliseEmailAddress } from '../../../shared/rules/email-address.ts';
import type { FormProblem } from '../../forms/action-result.ts';
import type { FormFields } from '../../forms/form-action.ts';

/** Name of the form, in the footer and on the newsletter page. */
export const NEWSLETTER_FORM_NAME = 'newsletter';

/** Validates the newsletter form. */
export function listNewsletterProblems(fields: Pick<FormFields, 'get'>): FormProblem[] {
  const emailAddress = normaliseEmailAddress(fields.get('emailAddress'));
  if (isEmailAddress(emailAddress)) return [];
  return [{ field: 'emailAddress', code: emailAddress === '' ? 'required' : 'format' }];
}
