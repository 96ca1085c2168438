/** Pattern of the keys of records, and of parts of a path. */
export const SLUG_PATTERN = '^[a-z0-9]+(-[a-z0-9]+)*$';

const slug = new RegExp(SLUG_PATTERN);

/** Returns true if a text is a valid key: lower case letters and digits, in parts separated by hyphens. */
export const isSlug = (text: string): boolean => slug.test(text);
