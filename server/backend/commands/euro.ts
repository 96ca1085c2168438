/** An amount of euro cents as commands tell it: '€ 12.34'. */
export const toEuro = (cents: number): string => `€ ${(cents / 100).toFixed(2)}`;

/**
 * Reads an amount of euros such as '12.34' or '5'.
 *
 * @returns cents; 0 for what is no amount
 */
export const readEuro = (text: string): number =>
  /^\d{1,6}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : 0;
