const FORM = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;

/** Whether a text is an IBAN without spaces whose check digits are right (ISO 13616: remainder 1 by 97). */
export function isIban(text: string): boolean {
  if (!FORM.test(text)) return false;
  const digits = [...`${text.slice(4)}${text.slice(0, 4)}`].map((sign) => Number.parseInt(sign, 36)).join('');
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}
