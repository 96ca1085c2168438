import type { FormAction } from './form-action.ts';
import { listReminderProblems } from './list-reminder-problems.ts';

/** Asks for a mail when the variant in the field `productVariantId` is back. */
export const requestStockReminder: FormAction = async (api, fields, options) => {
  const problems = listReminderProblems(fields);
  if (problems.length > 0) return { status: 'refused', problems };
  const params = { productVariantId: Number(fields.get('productVariantId')) };
  await api.requestStockReminder({ params, body: { emailAddress: fields.get('emailAddress') } }, options);
  return { status: 'done' };
};

/** Confirms the wish by the token of the mailed link. */
export const confirmStockReminder: FormAction = async (api, fields, options) => {
  const subject = await api.confirmStockReminder({ body: { token: fields.get('token') } }, options);
  return { status: 'done', subject };
};

/** Ends the wish by a token of one of its mails. */
export const endStockReminder: FormAction = async (api, fields, options) => {
  await api.endStockReminder({ body: { token: fields.get('token') } }, options);
  return { status: 'done' };
};
