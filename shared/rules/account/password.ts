/**
 * Minimum and maximum length of a password in characters. The minimum is that of the specification; the
 * maximum limits the cost of hashing.
 */
export const PASSWORD_LENGTH_LIMITS = { min: 7, max: 128 } as const;

/**
 * More UTF-16 code units than the longest password can have, even if each letter is followed by combining
 * accents.
 */
const MAX_UTF16_UNITS = PASSWORD_LENGTH_LIMITS.max * 8;

/** Requirements for a password. */
export interface PasswordRule {
  /** Minimum number of characters. */
  readonly minLength: number;
  readonly needsDigitsAndLetters: boolean;
}

/**
 * Default rule of the specification. A deployment may require more characters, or drop the mix of digits and
 * letters (settings of the backend).
 */
export const DEFAULT_PASSWORD_RULE: PasswordRule = {
  minLength: PASSWORD_LENGTH_LIMITS.min,
  needsDigitsAndLetters: true,
};

/**
 * Normalises a password for hashing, because keyboards and systems encode accented letters differently.
 * Nothing is trimmed or cut.
 */
export const normalisePassword = (typed: string): string => typed.normalize('NFC');

/** Returns true if a password is short enough to be hashed. */
export const isPossiblePassword = (typed: string): boolean =>
  typed.length <= MAX_UTF16_UNITS && [...normalisePassword(typed)].length <= PASSWORD_LENGTH_LIMITS.max;

/**
 * Returns true if a password meets the rule: by default 7 to 128 characters with both digits and letters of
 * any script. Nothing is trimmed or cut. The backend also rejects common passwords, with the same message.
 */
export function meetsPasswordRule(
  password: string,
  { minLength, needsDigitsAndLetters }: PasswordRule = DEFAULT_PASSWORD_RULE,
): boolean {
  if (password.length > MAX_UTF16_UNITS) return false;
  const { length } = [...normalisePassword(password)];
  return (
    length >= minLength &&
    length <= PASSWORD_LENGTH_LIMITS.max &&
    (!needsDigitsAndLetters || (/\p{Nd}/u.test(password) && /\p{L}/u.test(password)))
  );
}
