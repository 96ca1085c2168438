import { cleanReview, listReviewProblems } from '../../shared/rules/reviews.ts';
import type { FormAction } from './form-action.ts';

/** Sends a review of the product in the field `productId`; what is wrong with it is told before anything is sent. */
export const sendReview: FormAction = async (api, fields, options) => {
  const words = cleanReview({
    title: fields.get('title'),
    opinion: fields.get('opinion'),
    text: fields.get('text'),
    name: fields.get('name'),
    emailAddress: fields.get('emailAddress'),
  });
  const rating = /^[1-5]$/.test(fields.get('rating')) ? Number(fields.get('rating')) : null;
  const problems = listReviewProblems(words, rating);
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
  await api.confirmReview({ body: { token: fields.get('token') } }, options);
  return { status: 'done' };
};
