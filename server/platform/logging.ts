import { types } from 'node:util';
import { type DestinationStream, type Logger, pino } from 'pino';

/**
 * Structured log of a process. Event names are constants ('request', 'backend_call_failed'); details are
 * fields.
 */
export type Log = Logger;

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

interface LogOptions {
  /** Name of the process: 'web' or 'backend'. */
  readonly name: string;
  readonly level: LogLevel;
}

const secretFieldNames = [
  'cookie',
  'set-cookie',
  'authorization',
  'password',
  'newPassword',
  'token',
  'key',
  'pin',
];

/**
 * Redacts secrets at all depths that the code logs (a field, a field of headers, a field of a body within).
 */
const redactedPaths = secretFieldNames.flatMap((name) => {
  const key = `["${name}"]`;
  return [key, `*${key}`, `*.*${key}`];
});

/** Matches a key as text, such as the id of a cart in a path: 256 random bits. */
const secretKeyPattern = /(?<![\w-])[\w-]{43}(?![\w-])/g;

/**
 * Removes query strings, which contain search terms, tokens of mailed links and addresses. Removes keys at
 * any position.
 */
export function stripQueries(text: string): string {
  return text.replace(/\?[^\s"'<>)]*/g, '').replace(secretKeyPattern, '[key]');
}

function stripQuery(value: unknown): unknown {
  return typeof value === 'string' ? stripQueries(value) : value;
}

/** Returns true for an error, also for one from another realm. */
function isNativeError(value: unknown): value is Error {
  return types.isNativeError(value);
}

const maxCauses = 4;

function describeError(value: unknown, depth = 0): unknown {
  if (!isNativeError(value)) return typeof value === 'string' ? stripQueries(value) : typeof value;
  const fields: Record<string, unknown> = { type: value.name, message: stripQueries(value.message) };
  for (const name of ['code', 'status', 'failure'] as const) {
    const field: unknown = Reflect.get(value, name);
    if (typeof field === 'string' || typeof field === 'number') fields[name] = field;
  }
  if (depth === 0 && value.stack) fields.stack = stripQueries(value.stack);
  if (value.cause !== undefined && depth < maxCauses) fields.cause = describeError(value.cause, depth + 1);
  return fields;
}

/**
 * Creates the log of a process: one JSON object per line.
 *
 * Fields with the name of a secret are replaced by '[redacted]'. `url`, `path` and `referrer` lose their
 * query string. Of an error (`err`) only type, message, codes, stack and causes are written: no headers or
 * bodies added by libraries.
 *
 * @param destination receives the lines; by default standard output
 */
export function createLog(options: LogOptions, destination?: DestinationStream): Log {
  const settings = createSettings(options);
  return destination ? pino(settings, destination) : pino(settings);
}

/**
 * Creates the log of a server process, on standard output. See `createLog`.
 *
 * pino reads the call sites of its callers, and with `--enable-source-maps` Node parses the source map of each
 * calling file for that: 40 MB for the bundle of the backend, retained until its end. A promise calls pino
 * without a caller.
 */
export function createProcessLog(options: LogOptions): Promise<Log> {
  return Promise.resolve(createSettings(options)).then(pino<never, boolean>);
}

function createSettings(options: LogOptions) {
  return {
    name: options.name,
    level: options.level,
    base: { name: options.name, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: redactedPaths, censor: '[redacted]' },
    serializers: { err: describeError, url: stripQuery, path: stripQuery, referrer: stripQuery },
  };
}
