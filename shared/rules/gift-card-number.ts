/** Number of digits of a gift card number. */
export const GIFT_CARD_NUMBER_DIGITS = 16;
/** Number of digits of a gift card PIN. */
export const GIFT_CARD_PIN_DIGITS = 4;

/** Removes the spaces and hyphens that cards and mails put between digits. */
export const normaliseGiftCardDigits = (typed: string): string => typed.replace(/[\s\p{Pd}]+/gu, '');

/**
 * Returns the Luhn check digit of a number (ISO/IEC 7812-1, annex B).
 *
 * @param figures all digits except the last
 */
export function getCheckDigit(figures: string): number {
  const sum = [...figures].toReversed().reduce((total, figure, index) => {
    const value = Number(figure) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

/** Returns true if digits can be a gift card number: their count and the check digit are right. */
export const isGiftCardNumber = (figures: string): boolean =>
  /^\d+$/.test(figures) &&
  figures.length === GIFT_CARD_NUMBER_DIGITS &&
  getCheckDigit(figures.slice(0, -1)) === Number(figures.at(-1));

/** Formats a number for display: '6034 9172 5406 8153'. */
export const formatGiftCardNumber = (figures: string): string => figures.replace(/(\d{4})(?=\d)/g, '$1 ');
