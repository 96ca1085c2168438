const tokenPattern = /^[\w-]{43}$/;

/** Returns true if a text has the form of a token of a link: 256 bits as base64url. */
export const isToken = (text: string): boolean => tokenPattern.test(text);
