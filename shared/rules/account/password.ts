/** Characters that a password has at least and at most (specification; the most is ours, so that nobody makes the shop hash novels). */
export const PASSWORD_LENGTH = { min: 7, max: 128 } as const;

/** What is asked of a password. */
export interface PasswordRule {
  /** Characters that it has at least. */
  readonly minLength: number;
  readonly needsDigitsAndLetters: boolean;
}

/** What the specification asks for; a deployment may ask for more characters, or for no mixture (settings of the backend). */
export const PASSWORD_RULE: PasswordRule = { minLength: PASSWORD_LENGTH.min, needsDigitsAndLetters: true };

/**
 * Whether a password is what the shop asks for: 7 to 128 characters with both digits and letters of any script. Nothing of it is cut or
 * trimmed. What is common besides is for the backend to refuse, in the same words.
 */
export function meetsPasswordRule(
  password: string,
  { minLength, needsDigitsAndLetters }: PasswordRule = PASSWORD_RULE,
): boolean {
  const { length } = [...password];
  return (
    length >= minLength &&
    length <= PASSWORD_LENGTH.max &&
    (!needsDigitsAndLetters || (/\p{Nd}/u.test(password) && /\p{L}/u.test(password)))
  );
}
