/** Countries whose numbers keep their first 0 after the country code. */
const prefixesWithZero: ReadonlySet<string> = new Set(['+39']);

/** What phone numbers of a country are like. */
export interface PhoneRules {
  /** Country code of a number that is typed without one, for example '+31'. */
  readonly phonePrefix: string;
  /** Regular expression of its numbers with country code, without spaces. */
  readonly phonePattern: string;
}

/**
 * A phone number with country code and without spaces: '06 12 34 56 78' becomes '+31612345678'.
 *
 * @param prefix country code of a number that is typed without one, for example '+31'
 */
export function normalisePhoneNumber(text: string, prefix: string): string {
  const digits = text
    .replace(/\(0\)/g, '')
    .replace(/[\s().\-/]/g, '')
    .replace(/^00/, '+');
  if (digits === '' || digits.startsWith('+')) return digits;
  return `${prefix}${prefixesWithZero.has(prefix) ? digits : digits.replace(/^0/, '')}`;
}

/** A number of the country as the country has them; any other as the world has them (E.164). */
export function isPhoneNumber(text: string, { phonePrefix, phonePattern }: PhoneRules): boolean {
  const number = normalisePhoneNumber(text, phonePrefix);
  if (number.startsWith(phonePrefix)) return new RegExp(phonePattern).test(number);
  return /^\+[1-9]\d{6,14}$/.test(number);
}
