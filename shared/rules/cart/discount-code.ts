/** Whitespace, and invisible characters that may be pasted. */
const invisibleCharacters = /[\s\p{C}]/gu;

/**
 * Normalises a discount code for comparison: upper case, without spaces, one form of each character.
 * Idempotent.
 */
export const normaliseDiscountCode = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(invisibleCharacters, '')
    .toUpperCase()
    .normalize('NFKC')
    .replace(invisibleCharacters, '');
