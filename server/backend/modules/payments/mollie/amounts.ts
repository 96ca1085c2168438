/** Euro cents as Mollie writes an amount: '12.30', '-0.05'. */
export function formatAmount(cents: number): { readonly currency: 'EUR'; readonly value: string } {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return { currency: 'EUR', value: `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}` };
}

/** Hundredths of an amount as Mollie writes it; NaN where it is no such amount, which equals none of ours. */
export const parseAmount = (value: string): number =>
  /^\d{1,12}\.\d{2}$/.test(value) ? Number(value.replace('.', '')) : Number.NaN;
