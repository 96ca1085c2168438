import type { FormAction } from '../../forms/form-action.ts';

/** Confirms a review with the token of the mailed link. */
export const confirmReview: FormAction = async ({ api, fields, options }) => {
  const { product } = await api.confirmReview({ body: { token: fields.get('token') } }, options);
  return { status: 'done', subject: product ?? undefined, changed: ['reviews'] };
};
