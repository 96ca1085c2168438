import { listNewsletterProblems } from '../../features/newsletter/newsletter-form.ts';
import type { FormAction } from '../../forms/form-action.ts';

/** Subscribes to the newsletter. A mail asks the mailbox owner for confirmation. */
export const requestNewsletter: FormAction = async ({ api, fields, options }) => {
  const problems = listNewsletterProblems(fields);
  if (problems.length > 0) return { status: 'refused', problems };
  await api.requestNewsletter({ body: { emailAddress: fields.get('emailAddress') } }, options);
  return { status: 'done' };
};

/** Confirms the newsletter with the token of the mailed link. */
export const confirmNewsletter: FormAction = async ({ api, fields, options }) => {
  await api.confirmNewsletter({ body: { token: fields.get('token') } }, options);
  return { status: 'done' };
};

/** Unsubscribes from all campaigns with the token of one of their mails. */
export const endNewsletter: FormAction = async ({ api, fields, options }) => {
  await api.endNewsletter({ body: { token: fields.get('token') } }, options);
  return { status: 'done' };
};
