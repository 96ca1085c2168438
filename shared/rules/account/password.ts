/** Characters that a password has at least and at most (specification; the most is ours, so that nobody makes the shop hash novels). */
export const PASSWORD_LENGTH = { min: 7, max: 128 } as const;

/**
 * Whether a password is what the shop asks for: 7 to 128 characters with both digits and letters of any script. Nothing of it is cut or
 * trimmed. What is common besides is for the backend to refuse, in the same words.
 */
export function meetsPasswordRule(password: string): boolean {
  const { length } = [...password];
  return (
    length >= PASSWORD_LENGTH.min &&
    length <= PASSWORD_LENGTH.max &&
    /\p{Nd}/u.test(password) &&
    /\p{L}/u.test(password)
  );
}
