/** Formats an amount in euro cents for commands: '€ 12.34'. */
export const toEuro = (cents: number): string => `€ ${(cents / 100).toFixed(2)}`;

/**
 * Parses an amount in euros such as '12.34' or '5'.
 *
 * @returns cents; 0 if the text is not an amount
 */
export const readEuro = (text: string): number =>
  /^\d{1,6}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : 0;
