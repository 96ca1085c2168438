/**
 * Control characters, and those that turn the direction of what follows: a page must not be shown otherwise than it was written. And halves
 * of characters, which no database can keep as JSON.
 */
const unseenPattern = /[\p{Cc}\p{Cs}\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** What a person typed on one line, as it will be shown: no spaces around, no double ones, no control characters. */
export const cleanLine = (value: string): string =>
  // What is not seen goes first: it may separate two spaces, or a letter from its accent.
  value
    .replace(/[\t\n\v\f\r]/g, ' ')
    .replace(unseenPattern, '')
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .trim();

/** Characters that take no room: soft hyphens, marks of direction, joiners, byte order marks and control characters. */
const takesNoRoom = /[\p{Cc}\p{Cf}\p{Cs}]/gu;

/**
 * Reads a number, a code or an address on one line, as it was typed or pasted: full-width letters and figures as the usual ones, all dashes
 * as '-', spaces of any kind as one ' ', and without characters that take no room.
 */
export const cleanCode = (value: string): string =>
  value
    .replace(/[\t\n\r]/g, ' ')
    .replace(takesNoRoom, '')
    .normalize('NFKC')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\s+/gu, ' ')
    .trim();

/** Makes the key of a chosen name: names that differ in case or spaces only have the same key. */
export const getNameKey = (name: string): string =>
  name.normalize('NFC').replaceAll(/\s+/gu, ' ').trim().toUpperCase().toLowerCase();

/** What a person typed on several lines, at most one empty one between two. */
export const cleanText = (value: string): string =>
  value
    .normalize('NFC')
    .replace(/\r\n?/gu, '\n')
    .split('\n')
    .map(cleanLine)
    .join('\n')
    .replace(/\n{3,}/gu, '\n\n')
    .trim();
