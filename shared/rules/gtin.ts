/**
 * True for 13 digits whose last is the check digit that GS1 computes: weights 1 and 3 by turns from the left, sum and check
 * digit together a multiple of ten.
 */
export function isGtin13(code: string): boolean {
  if (!/^\d{13}$/.test(code)) return false;
  const sum = [...code].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}
