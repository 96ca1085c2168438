/** Formats euro cents in Mollie's format: '12.30', '-0.05'. */
export function formatAmount(cents: number): { readonly currency: 'EUR'; readonly value: string } {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return { currency: 'EUR', value: `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}` };
}

/**
 * Parses an amount in Mollie's format to cents; returns NaN for invalid amounts, which equals no stored
 * amount.
 */
export const parseAmount = (value: string): number =>
  /^\d{1,12}\.\d{2}$/.test(value) ? Number(value.replace('.', '')) : Number.NaN;
