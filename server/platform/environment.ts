/** Thrown if a process cannot start with its settings. The message lists every invalid one. */
export class SettingsError extends Error {
  constructor(problems: readonly string[]) {
    super(`These settings are not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'SettingsError';
  }
}

/** Environment variables, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Former names of settings in the previous release, by present name. They are read for one release, with a
 * warning.
 */
const FORMER_SETTING_NAMES: Readonly<Record<string, string>> = {
  ADMIN_TOKEN: 'KEEPER_TOKEN',
  CAMPAIGN_MAILS_PER_MINUTE: 'LETTERS_PER_MINUTE',
  WEB_ADMIN_PORT: 'ADMIN_PORT',
};

/**
 * Reads settings and collects their errors, so that all are reported at once. An empty value counts as unset.
 */
export interface EnvironmentReader {
  /** Returns the unparsed value; undefined if it is unset. */
  text(name: string): string | undefined;
  /** Returns an integer within bounds. */
  integer(name: string, bounds: { fallback: number; min: number; max: number }): number;
  choice<const T extends string>(name: string, values: readonly T[], fallback: T): T;
  /** Returns a parsed value. `parse` throws an Error that describes the expected format. */
  parsed<T>(name: string, parse: (value: string) => T, fallback: T): T;
  /** Reports an unset value as an error. */
  assertSet(name: string): void;
  /** @throws SettingsError if any value read so far was invalid */
  assertUsable(): void;
}

/** Creates a reader of the environment. Messages never contain values, because they may be secrets. */
export function createEnvironmentReader(environment: Environment): EnvironmentReader {
  const problems: string[] = [];
  const read = (name: string): string | undefined => environment[name]?.trim() || undefined;
  const text = (name: string): string | undefined => {
    const former = FORMER_SETTING_NAMES[name];
    const value = read(name) ?? (former === undefined ? undefined : read(former));
    if (former !== undefined && read(former) !== undefined) {
      process.emitWarning(
        `The setting ${former} was renamed to ${name}; the old name is read in this release only.`,
        'SettingsWarning',
      );
    }
    return value;
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
      if (problems.length > 0) throw new SettingsError(problems);
    },
  };
}

/** Parses the scheme of a URL. @throws Error if it is another one than http and https */
export function parseScheme(value: string): 'http' | 'https' {
  if (value !== 'http' && value !== 'https') throw new Error('must be http or https');
  return value;
}
