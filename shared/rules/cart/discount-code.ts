/** Whitespace, and invisible characters that may be pasted. */
const ignoredCharacterPattern = /[\s\p{C}]/gu;

/**
 * Normalises a discount code for comparison: upper case, without spaces, one form of each character.
 * Idempotent.
 */
export const normaliseDiscountCode = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(ignoredCharacterPattern, '')
    .toUpperCase()
    .normalize('NFKC')
    .replace(ignoredCharacterPattern, '');
