import type { FormAction } from './form-action.ts';
import { readReview } from './read-review.ts';

/** Sends a review of the product in the field `productId`; what is wrong with it is told before anything is sent. */
export const sendReview: FormAction = async (api, fields, options) => {
  const { words, rating, problems } = readReview(fields);
  if (problems.length > 0 || rating === null) return { status: 'refused', problems };
  const openForMs = fields.get('openForMs');
  await api.writeReview(
    {
      params: { productId: Number(fields.get('productId')) },
      body: {
        ...words,
        rating,
        website: fields.get('website'),
        ...(/^\d{1,12}$/.test(openForMs) ? { openForMs: Number(openForMs) } : {}),
      },
    },
    options,
  );
  return { status: 'done' };
};

/** Confirms a review by the token of the mailed link. */
export const confirmReview: FormAction = async (api, fields, options) => {
  const { product } = await api.confirmReview({ body: { token: fields.get('token') } }, options);
  return { status: 'done', subject: product ?? undefined };
};
