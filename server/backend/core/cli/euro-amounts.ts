import { readDecimal } from '../../../../shared/rules/people/typed-decimal.ts';

/** Formats euro cents for the output of commands: '€ 12.34'. */
export const toEuroText = (cents: number): string => `€ ${(cents / 100).toFixed(2)}`;

const MAX_EUROS = 999_999.99;

/**
 * Reads an amount in euros as people type it, such as '12.34', '12,34' or '5'.
 *
 * @returns cents; 0 if the text is not an amount above 0 and below a million
 */
export function parseEuro(text: string): number {
  const euros = readDecimal(text, { decimals: 2 }) ?? 0;
  return euros > 0 && euros <= MAX_EUROS ? Math.round(euros * 100) : 0;
}
