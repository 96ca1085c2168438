import { isEmailAddress } from '../../../shared/rules/email-address.ts';
import type { FormProblem } from '../../forms/action-result.ts';
import type { FormAction, FormFields } from '../../forms/form-action.ts';

/** Name of the form, in the footer and on its own page. */
export const NEWSLETTER_FORM = 'newsletter';

/** What is wrong with the wish for the newsletter. */
export function listNewsletterProblems(fields: Pick<FormFields, 'get'>): FormProblem[] {
  const emailAddress = fields.get('emailAddress');
  if (isEmailAddress(emailAddress)) return [];
  return [{ field: 'emailAddress', code: emailAddress === '' ? 'required' : 'format' }];
}

/** Asks for the newsletter; the mail that follows asks whether it was the reader of the mailbox. */
export const requestNewsletter: FormAction = async ({ api, fields, options }) => {
  const problems = listNewsletterProblems(fields);
  if (problems.length > 0) return { status: 'refused', problems };
  await api.requestNewsletter({ body: { emailAddress: fields.get('emailAddress') } }, options);
  return { status: 'done' };
};
