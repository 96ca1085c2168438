import { types } from 'node:util';
import { type DestinationStream, type Logger, pino } from 'pino';

/** Structured log of a process. Event names are fixed words ('request', 'backend_call_failed'); details are fields. */
export type Log = Logger;

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

const secretNames = [
  'cookie',
  'set-cookie',
  'authorization',
  'password',
  'newPassword',
  'token',
  'key',
  'pin',
];

/** Secrets are cut out at every depth that our own code logs at (a field, a field of headers, a field of a body within). */
const redactedPaths = secretNames.flatMap((name) => {
  const key = `["${name}"]`;
  return [key, `*${key}`, `*.*${key}`];
});

/** A key of ours as text, such as the id of a cart in a path: 256 random bits. */
const keyPattern = /(?<![\w-])[\w-]{43}(?![\w-])/g;

/** Query strings hold search terms, tokens of mailed links and addresses, so none is ever written down; and no key is, wherever it stands. */
export function stripQueries(text: string): string {
  return text.replace(/\?[^\s"'<>)]*/g, '').replace(keyPattern, '[key]');
}

function stripQuery(value: unknown): unknown {
  return typeof value === 'string' ? stripQueries(value) : value;
}

/** Also true of errors from another realm. */
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
 * Makes the log of a process: one JSON object per line.
 *
 * Fields called like a secret are replaced by '[redacted]', `url`, `path` and `referrer` lose their query string, and of an
 * error (`err`) only type, message, codes, stack and causes are written: never headers or bodies that libraries hang on it.
 *
 * @param options.name which process speaks: 'web' or 'backend'
 * @param destination where lines go; standard output where it is missing
 */
export function createLog(options: { name: string; level: LogLevel }, destination?: DestinationStream): Log {
  const settings = {
    name: options.name,
    level: options.level,
    base: { name: options.name, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: redactedPaths, censor: '[redacted]' },
    serializers: { err: describeError, url: stripQuery, path: stripQuery, referrer: stripQuery },
  };
  return destination ? pino(settings, destination) : pino(settings);
}
