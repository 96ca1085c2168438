import { cleanCode } from '../typed-text.ts';

/** Signs and codes of our currencies, and the full stop that 'kr.' ends with. */
const CURRENCY = /^(?:€|£|EUR|GBP|DKK|SEK|KR\.?) ?|(?: ?(?:€|£|EUR|GBP|DKK|SEK|KR\.?))$/gi;
const LONGEST = 40;

/**
 * Reads a decimal number as people write it: with a comma or a point, with thousands separators, with a currency sign and with any kind of
 * minus sign: '1.234,50', '€ 1 234.5', '−3', '12,-'.
 *
 * @param options.decimals most figures behind the comma. A number such as '1.234' has thousands where none are allowed and decimals where
 * three are; in between it is refused, since an amount must not be read a thousand times too high
 * @returns null for what is no such number
 */
export function readDecimal(text: string, { decimals }: { readonly decimals: number }): number | null {
  if (text.length > LONGEST * 2) return null;
  const typed = cleanCode(text);
  if (typed.length > LONGEST) return null;
  const unsigned = typed.replace(/^[+-] ?/, '');
  const amount = unsigned.replace(CURRENCY, '').replace(/[.,]-{1,2}$/, '');
  // The sign may also follow that of the currency: '€ -3'.
  const figures = unsigned === typed ? amount.replace(/^- ?/, '') : amount;
  const isNegative = typed.startsWith('-') || figures !== amount;
  const plain = joinThousands(figures, decimals);
  const [, whole, fraction = ''] = /^(\d{1,15})(?:[.,](\d+))?$/.exec(plain) ?? [];
  if (whole === undefined || fraction.length > decimals) return null;
  const value = Number(`${whole}.${fraction === '' ? '0' : fraction}`);
  return isNegative && value !== 0 ? -value : value;
}

/** Leaves out the separators of thousands; a text that is written otherwise, or whose separator may be a decimal one, stays. */
function joinThousands(text: string, decimals: number): string {
  const [, head = '', separator, end = ''] =
    /^(\d{1,3}(?:([.,' \u2019])\d{3})(?:\2\d{3})*)((?:[.,]\d+)?)$/.exec(text) ?? [];
  if (separator === undefined || end.startsWith(separator)) return text;
  const groups = head.split(separator);
  const mayBeDecimal = groups.length === 2 && end === '' && /[.,]/.test(separator);
  return mayBeDecimal && decimals > 0 ? text : groups.join('') + end;
}
