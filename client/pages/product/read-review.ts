import { cleanReview, listReviewProblems, type ReviewInput } from '../../../shared/rules/reviews.ts';
import type { FormProblem } from '../../forms/action-result.ts';
import type { FormFields } from '../../forms/form-action.ts';

export interface ReviewFormInput {
  readonly words: ReviewInput;
  /** Null if no rating was chosen. */
  readonly rating: number | null;
  readonly problems: readonly FormProblem[];
}

/** Reads and validates the review of a form. */
export function readReview(fields: FormFields): ReviewFormInput {
  const words = cleanReview({
    title: fields.get('title'),
    opinion: fields.get('opinion'),
    text: fields.get('text'),
    name: fields.get('name'),
    emailAddress: fields.get('emailAddress'),
  });
  const rating = /^[1-5]$/.test(fields.get('rating')) ? Number(fields.get('rating')) : null;
  return { words, rating, problems: listReviewProblems(words, rating) };
}
