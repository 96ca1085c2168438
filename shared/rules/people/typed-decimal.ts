import { cleanTypedCode } from '../typed-text.ts';

/** Symbols and codes of the shop's currencies, and the full stop of 'kr.'. */
const CURRENCY_SIGN_PATTERN = /^(?:€|£|EUR|GBP|DKK|SEK|KR\.?) ?|(?: ?(?:€|£|EUR|GBP|DKK|SEK|KR\.?))$/gi;
const MAX_NUMBER_LENGTH = 40;

/**
 * Parses a typed decimal number: with a comma or a point, thousands separators, a currency symbol and any
 * minus sign: '1.234,50', '€ 1 234.5', '−3', '12,-'.
 *
 * @param options.decimals maximum number of decimals. A number such as '1.234' has thousands if none are
 *   allowed, and decimals if three are. In between it is rejected, since an amount must not be read a
 *   thousand times too high
 * @returns null if it is not such a number
 */
export function readDecimal(text: string, { decimals }: { readonly decimals: number }): number | null {
  if (text.length > MAX_NUMBER_LENGTH * 2) return null;
  const typed = cleanTypedCode(text);
  if (typed.length > MAX_NUMBER_LENGTH) return null;
  const unsigned = typed.replace(/^[+-] ?/, '');
  const amount = unsigned.replace(CURRENCY_SIGN_PATTERN, '').replace(/[.,]-{1,2}$/, '');
  // The minus sign may also follow the currency symbol: '€ -3'.
  const figures = unsigned === typed ? amount.replace(/^- ?/, '') : amount;
  const isNegative = typed.startsWith('-') || figures !== amount;
  const plain = removeThousandsSeparators(figures, decimals);
  const [, whole, fraction = ''] = /^(\d{1,15})(?:[.,](\d+))?$/.exec(plain) ?? [];
  if (whole === undefined || fraction.length > decimals) return null;
  const value = Number(`${whole}.${fraction === '' ? '0' : fraction}`);
  return isNegative && value !== 0 ? -value : value;
}

/**
 * Removes thousands separators; a text in another form, or whose separator may be a decimal one, is returned
 * unchanged.
 */
function removeThousandsSeparators(text: string, decimals: number): string {
  const [, head = '', separator, end = ''] =
    /^(\d{1,3}(?:([.,' \u2019])\d{3})(?:\2\d{3})*)((?:[.,]\d+)?)$/.exec(text) ?? [];
  if (separator === undefined || end.startsWith(separator)) return text;
  const groups = head.split(separator);
  const mayBeDecimal = groups.length === 2 && end === '' && /[.,]/.test(separator);
  return mayBeDecimal && decimals > 0 ? text : groups.join('') + end;
}
