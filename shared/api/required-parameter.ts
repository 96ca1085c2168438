/**
 * Error of a call with a missing required parameter. It is thrown before the call, which the backend would
 * reject.
 */
export class MissingParameterError extends Error {
  constructor(name: string, value: undefined | null) {
    super(value === null ? `${name} cannot be null` : `${name} must be defined`);
    this.name = 'MissingParameterError';
  }
}

/**
 * Asserts that every named value is present.
 *
 * @throws MissingParameterError with the name of the first value that is undefined or null
 */
export function assertRequired(values: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null) throw new MissingParameterError(name, value);
  }
}
