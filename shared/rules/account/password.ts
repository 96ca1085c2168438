/** Characters that a password has at least and at most (specification; the most is ours, so that nobody makes the shop hash novels). */
export const PASSWORD_LENGTH = { min: 7, max: 128 } as const;

/** More UTF-16 units than the longest password has, also where each letter is followed by its accents. */
const MOST_UNITS = PASSWORD_LENGTH.max * 8;

/** What is asked of a password. */
export interface PasswordRule {
  /** Characters that it has at least. */
  readonly minLength: number;
  readonly needsDigitsAndLetters: boolean;
}

/** What the specification asks for; a deployment may ask for more characters, or for no mixture (settings of the backend). */
export const PASSWORD_RULE: PasswordRule = { minLength: PASSWORD_LENGTH.min, needsDigitsAndLetters: true };

/**
 * Reads a password in the form in which it is hashed: keyboards and systems differ in how they write letters with accents. Nothing of it is
 * cut or trimmed.
 */
export const readPassword = (typed: string): string => typed.normalize('NFC');

/** Whether a password is short enough to be hashed. */
export const isPossiblePassword = (typed: string): boolean =>
  typed.length <= MOST_UNITS && [...readPassword(typed)].length <= PASSWORD_LENGTH.max;

/**
 * Whether a password is what the shop asks for: 7 to 128 characters with both digits and letters of any script. Nothing of it is cut or
 * trimmed. What is common besides is for the backend to refuse, in the same words.
 */
export function meetsPasswordRule(
  password: string,
  { minLength, needsDigitsAndLetters }: PasswordRule = PASSWORD_RULE,
): boolean {
  if (password.length > MOST_UNITS) return false;
  const { length } = [...readPassword(password)];
  return (
    length >= minLength &&
    length <= PASSWORD_LENGTH.max &&
    (!needsDigitsAndLetters || (/\p{Nd}/u.test(password) && /\p{L}/u.test(password)))
  );
}
