import type { ReviewWords } from '../../../../shared/rules/reviews.ts';

/** Why a review is not published; kept with it, for the shop's own people. */
export type RejectionReason =
  /** An address of the web: advertising, whatever else it may be. */
  | 'link'
  /** An e-mail address or a telephone number. */
  | 'contact'
  /** The same character or the same word over and over. */
  | 'repetition'
  /** Words that another review of the product has already. */
  | 'duplicate';

/** Endings that are also words only count with a path behind them: 'good feed.It keeps' lacks a space and is no link. */
const linkPattern =
  /\b(?:https?|ftp):|\bwww\.|\[url|<a\s|\b[\p{L}\p{N}-]+\.(?:(?:com|net|org|biz|info|shop|nl|dk|ee|ru|cn|xyz)\b|\p{L}{2,10}\/)/iu;
const emailPattern = /[^\s@]+@[^\s@]+\.\p{L}{2,}/u;
/** Nine digits and more, written in one go as numbers to call are: weights and prices are shorter. */
const phonePattern = /(?:\+|\b00|\b0)[\d][\d\s()/.-]{6,}\d/u;
/** Seven in a row: 'sooooo good' passes. */
const repeatedCharacter = /([^\s.\d])\1{6,}/iu;
const repeatedWord = /(?:^|\s)(\S+)(?:\s+\1){4,}(?=\s|$)/iu;

const countDigits = (text: string): number => text.replace(/\D/g, '').length;

/**
 * Checks what can be told by rule of a review. Nothing here looks at the rating: a low one is published like a high one.
 *
 * @returns the first reason against it, null where there is none
 */
export function findRejection(
  words: Pick<ReviewWords, 'title' | 'opinion' | 'text' | 'name'>,
): Exclude<RejectionReason, 'duplicate'> | null {
  for (const value of [words.title, words.opinion, words.text, words.name]) {
    if (emailPattern.test(value)) return 'contact';
    if (linkPattern.test(value)) return 'link';
    const phone = phonePattern.exec(value);
    if (phone && countDigits(phone[0]) >= 9) return 'contact';
    if (repeatedCharacter.test(value) || repeatedWord.test(value)) return 'repetition';
  }
  return null;
}
