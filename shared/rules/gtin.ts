/**
 * Returns true for 13 digits with a valid GS1 check digit. Weights 1 and 3 alternate from the left, and the
 * weighted sum of all digits is a multiple of ten.
 */
export function isGtin13(code: string): boolean {
  if (!/^\d{13}$/.test(code)) return false;
  const sum = [...code].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}
