import { isEmailAddress, normaliseEmailAddress } from './email-address.ts';
import { cleanLine, cleanText } from './typed-text.ts';

/** Maximum lengths, in characters (decisions, "Rules"). */
export const maxReviewTextLengths = {
  title: 80,
  opinion: 160,
  text: 2000,
  name: 50,
  emailAddress: 254,
} as const;

/** Minimum number of words of a review. */
const minimumReviewWords = 5;

/** Minimum time in which a person can find and fill in the form. */
const minReviewFormTimeMs = 3000;

/** Texts of a review as typed. */
export interface ReviewInput {
  readonly title: string;
  readonly opinion: string;
  readonly text: string;
  readonly name: string;
  readonly emailAddress: string;
}
export type ReviewField = keyof ReviewInput | 'rating';

export interface ReviewProblem {
  readonly field: ReviewField;
  readonly code: 'required' | 'maxLength' | 'minWords' | 'format';
}

/**
 * Counts the words of a text: sequences between spaces with a letter or a digit, so that dashes and emojis do
 * not count.
 */
export function countWords(text: string): number {
  return text.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/**
 * Cleans the texts of a review for storage and display: without surrounding spaces, control characters and
 * double spaces.
 */
export function cleanReview(words: ReviewInput): ReviewInput {
  return {
    title: cleanLine(words.title),
    opinion: cleanLine(words.opinion),
    text: cleanText(words.text),
    name: cleanLine(words.name),
    emailAddress: normaliseEmailAddress(words.emailAddress),
  };
}

/**
 * Lists the problems of a cleaned review, in the order of the form; one problem per field.
 *
 * @param rating null if none was selected
 */
export function listReviewProblems(words: ReviewInput, rating: number | null): ReviewProblem[] {
  const problems: ReviewProblem[] = [];
  if (rating === null || !Number.isInteger(rating) || rating < 1 || rating > 5) {
    problems.push({ field: 'rating', code: 'required' });
  }
  for (const field of ['title', 'opinion', 'text', 'name', 'emailAddress'] as const) {
    const value = words[field];
    if (value === '') problems.push({ field, code: 'required' });
    else if ([...value].length > maxReviewTextLengths[field]) problems.push({ field, code: 'maxLength' });
    else if (field === 'text' && countWords(value) < minimumReviewWords) {
      problems.push({ field, code: 'minWords' });
    } else if (field === 'emailAddress' && !isEmailAddress(value)) {
      problems.push({ field, code: 'format' });
    }
  }
  return problems;
}

/** Returns true if a bot sent the form: it fills in the hidden field, or is faster than a person can be. */
export function isSentByBot(sent: { readonly website?: string; readonly openForMs?: number }): boolean {
  return (sent.website ?? '').trim() !== '' || (sent.openForMs ?? minReviewFormTimeMs) < minReviewFormTimeMs;
}

/**
 * Returns the average of ratings, rounded half up to one decimal.
 *
 * @returns null if there are none
 */
export function getAverageRating(sum: number, count: number): number | null {
  return count === 0 ? null : Math.floor((sum / count) * 10 + 0.5) / 10;
}
