import type { ReviewInput } from '../../../../shared/rules/reviews.ts';

/** Why a review is not published; stored with it for staff. */
export type RejectionReason =
  /** A web address, which is treated as advertising. */
  | 'link'
  /** An email address or a telephone number. */
  | 'contact'
  /** A character or word that is repeated many times. */
  | 'repetition'
  /** The same text as another review of the product. */
  | 'duplicate';

/**
 * Top-level domains that are also words only count if a path follows: 'good feed.It keeps' lacks a space and
 * is not a link.
 */
const linkPattern =
  /\b(?:https?|ftp):|\bwww\.|\[url|<a\s|\b[\p{L}\p{N}-]+\.(?:(?:com|net|org|biz|info|shop|nl|dk|ee|ru|cn|xyz)\b|\p{L}{2,10}\/)/iu;
const emailPattern = /[^\s@]+@[^\s@]+\.\p{L}{2,}/u;
/** A phone number of nine or more digits; weights and prices are shorter. */
const phonePattern = /(?:\+|\b00|\b0)[\d][\d\s()/.-]{6,}\d/u;
/** Seven in a row: 'sooooo good' passes. */
const repeatedCharacterPattern = /([^\s.\d])\1{6,}/iu;
const repeatedWordPattern = /(?:^|\s)(\S+)(?:\s+\1){4,}(?=\s|$)/iu;

const countDigits = (text: string): number => text.replace(/\D/g, '').length;

/**
 * Checks a review by rules. It ignores the rating: low ratings are published like high ones.
 *
 * @returns the first reason against it, null if there is none
 */
export function findRejectionReason(
  texts: Pick<ReviewInput, 'title' | 'opinion' | 'text' | 'name'>,
): Exclude<RejectionReason, 'duplicate'> | null {
  for (const value of [texts.title, texts.opinion, texts.text, texts.name]) {
    if (emailPattern.test(value)) return 'contact';
    if (linkPattern.test(value)) return 'link';
    const phone = phonePattern.exec(value);
    if (phone && countDigits(phone[0]) >= 9) return 'contact';
    if (repeatedCharacterPattern.test(value) || repeatedWordPattern.test(value)) return 'repetition';
  }
  return null;
}
