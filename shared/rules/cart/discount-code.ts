/** Whitespace, and invisible characters that may be pasted. */
const unseen = /[\s\p{C}]/gu;

/**
 * Normalises a discount code for comparison: upper case, without spaces, one form of each character.
 * Idempotent.
 */
export const normaliseCode = (text: string): string =>
  text.normalize('NFKC').replace(unseen, '').toUpperCase().normalize('NFKC').replace(unseen, '');
