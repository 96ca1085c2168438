/** Figures of the number of a gift card. */
export const GIFT_CARD_FIGURES = 16;
/** Figures of its pin. */
export const GIFT_CARD_PIN_FIGURES = 4;

/** What somebody has typed, without the spaces and hyphens that cards and mails write between figures. */
export const normaliseFigures = (typed: string): string => typed.replace(/[\s\p{Pd}]+/gu, '');

/**
 * The figure that makes the Luhn sum of a number right (ISO/IEC 7812-1, annex B).
 *
 * @param figures all figures but the last
 */
export function getCheckFigure(figures: string): number {
  const sum = [...figures].toReversed().reduce((total, figure, index) => {
    const value = Number(figure) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

/** Whether figures can be the number of a gift card: there are as many as it has, and the last one proves the others. */
export const isGiftCardNumber = (figures: string): boolean =>
  /^\d+$/.test(figures) &&
  figures.length === GIFT_CARD_FIGURES &&
  getCheckFigure(figures.slice(0, -1)) === Number(figures.at(-1));

/** As it is written for people: '6034 9172 5406 8153'. */
export const formatGiftCardNumber = (figures: string): string => figures.replace(/(\d{4})(?=\d)/g, '$1 ');
