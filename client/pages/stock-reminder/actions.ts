import type { FormAction } from '../../forms/form-action.ts';

/** Confirms a stock reminder with the token of the mailed link. */
export const confirmStockReminder: FormAction = async ({ api, fields, options }) => {
  const subject = await api.confirmStockReminder({ body: { token: fields.get('token') } }, options);
  return { status: 'done', subject };
};

/** Ends a stock reminder with the token of one of its mails. */
export const endStockReminder: FormAction = async ({ api, fields, options }) => {
  await api.endStockReminder({ body: { token: fields.get('token') } }, options);
  return { status: 'done' };
};
