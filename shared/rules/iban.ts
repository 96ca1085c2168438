const IBAN_FORM = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;

/**
 * Returns true if a text is an IBAN without spaces with valid check digits (ISO 13616: remainder 1 modulo
 * 97).
 */
export function isIban(text: string): boolean {
  if (!IBAN_FORM.test(text)) return false;
  const digits = [...`${text.slice(4)}${text.slice(0, 4)}`].map((sign) => Number.parseInt(sign, 36)).join('');
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}
