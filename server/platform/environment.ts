/** A process that cannot start with the settings it was given. The message lists every bad one. */
export class SettingsError extends Error {
  constructor(problems: readonly string[]) {
    super(`These settings are not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'SettingsError';
  }
}

/** Variables of the environment, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Names that settings had in earlier releases, with those that they have now. A former name is never read. */
const FORMER_NAMES: readonly (readonly [former: string, name: string])[] = [['ADMIN_PORT', 'WEB_ADMIN_PORT']];

/** Reads settings and collects what is wrong with them, so that a person sees all mistakes at once. An empty value counts as unset. */
export interface EnvironmentReader {
  /** The value as it is, or undefined where it is unset. */
  text(name: string): string | undefined;
  /** A whole number within bounds. */
  integer(name: string, bounds: { fallback: number; min: number; max: number }): number;
  choice<const T extends string>(name: string, values: readonly T[], fallback: T): T;
  /** A value that `parse` understands; `parse` throws an Error that says what was expected. */
  parsed<T>(name: string, parse: (value: string) => T, fallback: T): T;
  /** Counts a value that is unset as a bad one. */
  assertSet(name: string): void;
  /** @throws SettingsError if any value read so far was bad, or a setting has the name of an earlier release */
  assertUsable(): void;
}

/** Makes a reader over the environment. Values are never repeated in a message: one of them may be a secret. */
export function createEnvironmentReader(environment: Environment): EnvironmentReader {
  const problems: string[] = [];
  const text = (name: string): string | undefined => {
    const value = environment[name]?.trim();
    return value === '' ? undefined : value;
  };
  const parsed = <T>(name: string, parse: (value: string) => T, fallback: T): T => {
    const value = text(name);
    if (value === undefined) return fallback;
    try {
      return parse(value);
    } catch (error) {
      problems.push(`${name} ${error instanceof Error ? error.message : 'is not usable'}`);
      return fallback;
    }
  };
  return {
    text,
    parsed,
    integer: (name, { fallback, min, max }) =>
      parsed(
        name,
        (value) => {
          const number = Number(value);
          if (!/^\d{1,15}$/.test(value) || number < min || number > max) {
            throw new Error(`must be a whole number from ${min} to ${max}`);
          }
          return number;
        },
        fallback,
      ),
    choice: (name, values, fallback) =>
      parsed(
        name,
        (value) => {
          const found = values.find((candidate) => candidate === value);
          if (found === undefined) throw new Error(`must be one of ${values.join(', ')}`);
          return found;
        },
        fallback,
      ),
    assertSet: (name) => {
      if (text(name) === undefined) problems.push(`${name} must be set`);
    },
    assertUsable: () => {
      for (const [former, name] of FORMER_NAMES) {
        if (text(former) !== undefined) problems.push(`${former} is called ${name} now: rename it`);
      }
      if (problems.length > 0) throw new SettingsError(problems);
    },
  };
}
