/** Pattern of the keys of records, and of parts of a path. */
export const SLUG_PATTERN = '^[a-z0-9]+(-[a-z0-9]+)*$';

/** Maximum length of the key of a record, which every database index accepts. */
export const MAX_KEY_LENGTH = 80;

const slugPattern = new RegExp(SLUG_PATTERN);

/** Returns true if a text is a valid key: lower case letters and digits, in parts separated by hyphens. */
export const isSlug = (text: string): boolean => slugPattern.test(text);
