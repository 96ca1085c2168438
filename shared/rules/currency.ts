/** Currencies that a site may show, ISO 4217. Only the euro is charged. */
export type CurrencyCode = 'EUR' | 'DKK' | 'SEK';

/**
 * Returns the currency that a site shows, from its currency symbol.
 *
 * @param symbol symbol of the site; letter case matters: 'Kr.' is Danish, 'KR' is Swedish
 * @returns DKK, SEK, or EUR for every other symbol
 */
export function toCurrencyCode(symbol: string): CurrencyCode {
  if (symbol === 'Kr.') return 'DKK';
  if (symbol === 'KR') return 'SEK';
  return 'EUR';
}

/**
 * Converts an amount into another currency. The result is only indicative and never charged; euro prices are
 * authoritative.
 *
 * @param euroCents euro cents, integer
 * @param ratePerEur amount of the other currency for one euro, > 0
 * @returns integer minor units of the other currency, rounded half up
 * @throws RangeError if the cents are not an integer or the rate is not positive
 */
export function convertEuroCents(euroCents: number, ratePerEur: number): number {
  if (!Number.isSafeInteger(euroCents)) throw new RangeError(`euroCents: ${euroCents}`);
  if (!Number.isFinite(ratePerEur) || ratePerEur <= 0) throw new RangeError(`ratePerEur: ${ratePerEur}`);
  // Rates have few decimals; fifteen digits remove the error of binary fractions (150 × 11.15 is 1672.4999…).
  return Math.round(Number((euroCents * ratePerEur).toPrecision(15)));
}
