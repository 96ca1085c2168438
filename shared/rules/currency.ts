/** Currencies that a shop may show, ISO 4217. Only the euro is charged. */
export type CurrencyCode = 'EUR' | 'DKK' | 'SEK';

/**
 * Currency that a site shows, from its currency symbol.
 *
 * @param symbol as the site has it; letter case matters: 'Kr.' is Danish, 'KR' is Swedish
 * @returns DKK, SEK, or EUR for every other symbol
 */
export function getCurrencyCode(symbol: string): CurrencyCode {
  if (symbol === 'Kr.') return 'DKK';
  if (symbol === 'KR') return 'SEK';
  return 'EUR';
}

/**
 * Indicative amount in another currency. Euro prices are authoritative; this one is never charged.
 *
 * @param euroCents euro cents, integer
 * @param ratePerEur amount of the other currency for one euro, > 0
 * @returns integer minor units of the other currency, half up
 * @throws RangeError when the cents are no integer or the rate is not positive
 */
export function convertEuroCents(euroCents: number, ratePerEur: number): number {
  if (!Number.isSafeInteger(euroCents)) throw new RangeError(`euroCents: ${euroCents}`);
  if (!Number.isFinite(ratePerEur) || ratePerEur <= 0) throw new RangeError(`ratePerEur: ${ratePerEur}`);
  // Rates have few decimals; fifteen digits drop the noise of binary fractions (150 × 11.15 is 1672.4999…).
  return Math.round(Number((euroCents * ratePerEur).toPrecision(15)));
}
