import type { FormAction } from '../../forms/form-action.ts';

/** Confirms the newsletter by the token of the mailed link. */
export const confirmNewsletter: FormAction = async ({ api, fields, options }) => {
  await api.confirmNewsletter({ body: { token: fields.get('token') } }, options);
  return { status: 'done' };
};

/** Ends all letters by a token of one of their mails. */
export const endNewsletter: FormAction = async ({ api, fields, options }) => {
  await api.endNewsletter({ body: { token: fields.get('token') } }, options);
  return { status: 'done' };
};
