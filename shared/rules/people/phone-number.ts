import { cleanCode } from '../typed-text.ts';

/** Countries whose numbers keep their first 0 after the country code. */
const codesWithZero: ReadonlySet<string> = new Set(['39']);

/** Country codes of Europe whose numbers lose, after the country code, the 0 that callers in the country dial first. */
const TRUNK_ZERO = /^(\+(?:31|32|33|40|41|43|44|46|49|353|355|358|359|36[01]|38[0-9]|421))0+/;

/** Takes the place of '(0)' while a number is read: `cleanCode` leaves it in no text. */
const BRACKETED_ZERO = '\0';

/** Shortest number without `+` that is read with its country code where national numbers have no first 0. */
const LEAST_WITH_CODE = 11;

/** What phone numbers of a country are like. */
export interface PhoneRules {
  /** Country code of a number that is typed without one, for example '+31'. */
  readonly phonePrefix: string;
  /** Regular expression of its numbers with country code, without spaces. */
  readonly phonePattern: string;
}

/**
 * Reads a phone number as people write it: '06 12 34 56 78', '+31 (0)6…', '0031 06…' and '31 6…' all become '+31612345678'.
 *
 * @param rules of the country of a number that is typed without a country code
 * @returns with country code and without spaces; the other signs of a text that is no number stay, so that `isPhoneNumber` refuses it
 */
export function readPhoneNumber(text: string, { phonePrefix, phonePattern }: PhoneRules): string {
  const typed = cleanCode(text)
    .replace(/^tel[.:]? ?/i, '')
    .replace(/\( ?0 ?\)/g, BRACKETED_ZERO)
    .replace(/[ ()./_-]/g, '')
    .replace(/^00/, '+');
  if (typed === '') return '';
  const own = phonePrefix.slice(1);
  const code = typed.startsWith('+') ? typed.slice(1) : own;
  // A 0 in brackets is for callers in the country: Italy dials it from abroad as well.
  const number = typed.replaceAll(
    BRACKETED_ZERO,
    [...codesWithZero].some((known) => code.startsWith(known)) ? '0' : '',
  );
  if (number.startsWith('+')) return number.replace(TRUNK_ZERO, '$1');

  const isOwn = (candidate: string): boolean => new RegExp(phonePattern).test(candidate);
  const withCode = `+${number}`.replace(TRUNK_ZERO, '$1');
  const isWithCode = number.startsWith(own) && isOwn(withCode);
  if (TRUNK_ZERO.test(`${phonePrefix}0`)) {
    return isWithCode ? withCode : phonePrefix + number.replace(/^0/, '');
  }
  const national = phonePrefix + number;
  return isWithCode && (number.length >= LEAST_WITH_CODE || !isOwn(national)) ? withCode : national;
}

/** A number of the country as the country has them; any other as the world has them (E.164). */
export function isPhoneNumber(text: string, rules: PhoneRules): boolean {
  const number = readPhoneNumber(text, rules);
  if (number.startsWith(rules.phonePrefix)) return new RegExp(rules.phonePattern).test(number);
  return /^\+[1-9]\d{6,14}$/.test(number);
}
