/**
 * Control characters, bidirectional marks, which could make a page look different from its text, and lone
 * surrogates, which no database can store as JSON.
 */
const invisibleCharacterPattern = /[\p{Cc}\p{Cs}\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** Cleans a text of one line for display: no surrounding or double spaces, no control characters. */
export const cleanLine = (value: string): string =>
  // Invisible characters are removed first: one may separate two spaces, or a letter from its accent.
  value
    .replace(/[\t\n\v\f\r]/g, ' ')
    .replace(invisibleCharacterPattern, '')
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .trim();

/**
 * Zero-width characters: soft hyphens, bidirectional marks, joiners, byte order marks and control characters.
 */
const zeroWidthCharacterPattern = /[\p{Cc}\p{Cf}\p{Cs}]/gu;

/**
 * Cleans a typed or pasted number, code or address of one line: full-width letters and digits become normal
 * ones, all dashes '-', all whitespace ' '. Zero-width characters are removed.
 */
export const cleanTypedCode = (value: string): string =>
  value
    .replace(/[\t\n\r]/g, ' ')
    .replace(zeroWidthCharacterPattern, '')
    .normalize('NFKC')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\s+/gu, ' ')
    .trim();

/** Returns the key of a chosen name, which ignores case and spaces. */
export const getNameKey = (name: string): string =>
  name.normalize('NFC').replaceAll(/\s+/gu, ' ').trim().toUpperCase().toLowerCase();

/** Cleans a text of several lines, with at most one empty line between two. */
export const cleanText = (value: string): string =>
  value
    .normalize('NFC')
    .replace(/\r\n?/gu, '\n')
    .split('\n')
    .map(cleanLine)
    .join('\n')
    .replace(/\n{3,}/gu, '\n\n')
    .trim();
