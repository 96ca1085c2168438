/**
 * Raised before a call is made when a parameter that it cannot do without is missing: the backend is not asked what it must refuse.
 */
export class MissingParameterError extends Error {
  constructor(name: string, value: undefined | null) {
    super(value === null ? `${name} cannot be null` : `${name} must be defined`);
    this.name = 'MissingParameterError';
  }
}

/**
 * Asserts that every named value is there.
 *
 * @throws MissingParameterError naming the first value that is undefined or null
 */
export function assertRequired(values: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null) throw new MissingParameterError(name, value);
  }
}
