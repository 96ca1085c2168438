import type { FormAction } from '../../forms/form-action.ts';
import { listReminderProblems } from './list-reminder-problems.ts';
import { readReview } from './read-review.ts';

/** Sends a review of the product in the field `productId`. Validates it before anything is sent. */
export const sendReview: FormAction = async ({ api, fields, options }) => {
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

/** Requests a mail when the variant in the field `productVariantId` is available again. */
export const requestStockReminder: FormAction = async ({ api, fields, options }) => {
  const problems = listReminderProblems(fields);
  if (problems.length > 0) return { status: 'refused', problems };
  const params = { productVariantId: Number(fields.get('productVariantId')) };
  await api.requestStockReminder({ params, body: { emailAddress: fields.get('emailAddress') } }, options);
  return { status: 'done' };
};
