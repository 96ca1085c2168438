/**
 * Control characters, and those that turn the direction of what follows: a page must not be shown otherwise than it was written. And halves
 * of characters, which no database can keep as JSON.
 */
const unseenPattern = /[\p{Cc}\p{Cs}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** What a person typed on one line, as it will be shown: no spaces around, no double ones, no control characters. */
export const cleanLine = (value: string): string =>
  value.normalize('NFC').replace(/\s+/gu, ' ').replace(unseenPattern, '').trim();

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
