import { isEmailAddress } from '../../shared/rules/email-address.ts';
import type { FormAction } from './form-action.ts';

/** Asks for a mail when the variant in the field `productVariantId` is back. */
export const requestStockReminder: FormAction = async (api, fields, options) => {
  const emailAddress = fields.get('emailAddress');
  if (!isEmailAddress(emailAddress)) {
    const code = emailAddress === '' ? 'required' : 'format';
    return { status: 'refused', problems: [{ field: 'emailAddress', code }] };
  }
  const params = { productVariantId: Number(fields.get('productVariantId')) };
  await api.requestStockReminder({ params, body: { emailAddress } }, options);
  return { status: 'done' };
};

/** Confirms the wish by the token of the mailed link. */
export const confirmStockReminder: FormAction = async (api, fields, options) => {
  await api.confirmStockReminder({ body: { token: fields.get('token') } }, options);
  return { status: 'done' };
};

/** Ends the wish by a token of one of its mails. */
export const endStockReminder: FormAction = async (api, fields, options) => {
  await api.endStockReminder({ body: { token: fields.get('token') } }, options);
  return { status: 'done' };
};
