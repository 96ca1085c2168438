import { isEmailAddress, normaliseEmailAddress } from './email-address.ts';
import { cleanLine, cleanText } from './typed-text.ts';

/** Longest values, in characters (decisions, "Rules"). */
export const reviewLimits = {
  title: 80,
  opinion: 160,
  text: 2000,
  name: 50,
  emailAddress: 254,
} as const;

/** A review needs at least so many words. */
const minimumReviewWords = 5;

/** A person needs longer than this to find the form and fill it in. */
const quickestMs = 3000;

/** The words of a review as a person typed them. */
export interface ReviewWords {
  readonly title: string;
  readonly opinion: string;
  readonly text: string;
  readonly name: string;
  readonly emailAddress: string;
}
export type ReviewField = keyof ReviewWords | 'rating';

export interface ReviewProblem {
  readonly field: ReviewField;
  readonly code: 'required' | 'maxLength' | 'minWords' | 'format';
}

/** Words of a text: runs between spaces that hold a letter or a digit, so that dashes and hearts do not count. */
export function countWords(text: string): number {
  return text.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** The words as they are kept and shown: without spaces around, control characters and double spaces. */
export function cleanReview(words: ReviewWords): ReviewWords {
  return {
    title: cleanLine(words.title),
    opinion: cleanLine(words.opinion),
    text: cleanText(words.text),
    name: cleanLine(words.name),
    emailAddress: normaliseEmailAddress(words.emailAddress),
  };
}

/**
 * What is wrong with a cleaned review, in the order of the form; one problem per field.
 *
 * @param rating null where none was chosen
 */
export function listReviewProblems(words: ReviewWords, rating: number | null): ReviewProblem[] {
  const problems: ReviewProblem[] = [];
  if (rating === null || !Number.isInteger(rating) || rating < 1 || rating > 5) {
    problems.push({ field: 'rating', code: 'required' });
  }
  for (const field of ['title', 'opinion', 'text', 'name', 'emailAddress'] as const) {
    const value = words[field];
    if (value === '') problems.push({ field, code: 'required' });
    else if ([...value].length > reviewLimits[field]) problems.push({ field, code: 'maxLength' });
    else if (field === 'text' && countWords(value) < minimumReviewWords) {
      problems.push({ field, code: 'minWords' });
    } else if (field === 'emailAddress' && !isEmailAddress(value)) {
      problems.push({ field, code: 'format' });
    }
  }
  return problems;
}

/** True for what a bot sent: it fills the field that nobody sees, or is done before a hand could be. */
export function isSentByProgram(sent: { readonly website?: string; readonly openForMs?: number }): boolean {
  return (sent.website ?? '').trim() !== '' || (sent.openForMs ?? quickestMs) < quickestMs;
}

/**
 * Average of ratings, rounded half up to one decimal.
 *
 * @returns null where there is none
 */
export function getAverageRating(sum: number, count: number): number | null {
  return count === 0 ? null : Math.floor((sum / count) * 10 + 0.5) / 10;
}
