import { cleanTypedCode } from '../typed-text.ts';

/** Country codes whose numbers retain their first 0 after the country code. */
const countryCodesKeepingZero: ReadonlySet<string> = new Set(['39']);

/**
 * Matches European country codes followed by the national trunk prefix 0, which is dropped after the country
 * code.
 */
const TRUNK_ZERO_PATTERN = /^(\+(?:31|32|33|40|41|43|44|46|49|353|355|358|359|36[01]|38[0-9]|421))0+/;

/** Placeholder for '(0)' while a number is parsed; `cleanTypedCode` removes this character from any input. */
const BRACKETED_ZERO = '\0';

/**
 * Minimum length of a number without `+` that is read as starting with a country code, if national numbers do
 * not start with 0.
 */
const MIN_DIGITS_WITH_COUNTRY_CODE = 11;

/** Formats of phone numbers of a country. */
export interface PhoneRules {
  /** Country code for numbers without one, for example '+31'. */
  readonly phonePrefix: string;
  /** Regular expression of its numbers with country code, without spaces. */
  readonly phonePattern: string;
}

/**
 * Parses a typed phone number: '06 12 34 56 78', '+31 (0)6…', '0031 06…' and '31 6…' all become
 * '+31612345678'.
 *
 * @param rules formats of the country of a number without a country code
 * @returns the number with country code and without spaces; an invalid text retains its other characters, so
 *   that `isPhoneNumber` rejects it
 */
export function readPhoneNumber(text: string, { phonePrefix, phonePattern }: PhoneRules): string {
  const typed = cleanTypedCode(text)
    .replace(/^tel[.:]? ?/i, '')
    .replace(/\( ?0 ?\)/g, BRACKETED_ZERO)
    .replace(/[ ()./_-]/g, '')
    .replace(/^00/, '+');
  if (typed === '') return '';
  const own = phonePrefix.slice(1);
  const code = typed.startsWith('+') ? typed.slice(1) : own;
  // A 0 in brackets is for callers in the country, except in Italy, where it is also dialled from abroad.
  const number = typed.replaceAll(
    BRACKETED_ZERO,
    [...countryCodesKeepingZero].some((known) => code.startsWith(known)) ? '0' : '',
  );
  if (number.startsWith('+')) return number.replace(TRUNK_ZERO_PATTERN, '$1');

  const isOwn = (candidate: string): boolean => new RegExp(phonePattern).test(candidate);
  const withCode = `+${number}`.replace(TRUNK_ZERO_PATTERN, '$1');
  const isWithCode = number.startsWith(own) && isOwn(withCode);
  if (TRUNK_ZERO_PATTERN.test(`${phonePrefix}0`)) {
    return isWithCode ? withCode : phonePrefix + number.replace(/^0/, '');
  }
  const national = phonePrefix + number;
  return isWithCode && (number.length >= MIN_DIGITS_WITH_COUNTRY_CODE || !isOwn(national))
    ? withCode
    : national;
}

/** Returns true for a valid number: by the format of the country, or E.164 for numbers of other countries. */
export function isPhoneNumber(text: string, rules: PhoneRules): boolean {
  const number = readPhoneNumber(text, rules);
  if (number.startsWith(rules.phonePrefix)) return new RegExp(rules.phonePattern).test(number);
  return /^\+[1-9]\d{6,14}$/.test(number);
}
