/** Pattern of a UUID in lower case, as the database writes it, for longer patterns. */
export const UUID_PATTERN = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

const uuidPattern = new RegExp(`^${UUID_PATTERN}$`);

/** Returns true if a value, such as a parameter or an answer of a provider, is a UUID in lower case. */
export const isUuid = (value: unknown): value is string =>
  typeof value === 'string' && uuidPattern.test(value);
