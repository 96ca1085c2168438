import { getErrorCode } from '../../../platform/error-code.ts';

/**
 * Meaning of a failed statement for the caller. `unavailable`: the database is down, full, locked or too
 * slow, and a later attempt may succeed. `conflict`: it conflicted with another transaction, and an immediate
 * retry succeeds. `refused`: the statement is wrong. `unknown`: the connection was lost during the commit, so
 * either everything or nothing is written.
 */
export type DatabaseFailure = 'unavailable' | 'conflict' | 'refused' | 'unknown';

const failureDescriptions: Readonly<Record<DatabaseFailure, string>> = {
  unavailable: 'is unavailable',
  conflict: 'rolled the transaction back',
  refused: 'rejected the statement',
  unknown: 'was lost during the commit',
};

/** Maximum length of a statement in messages. Statements that write many rows are repetitive. */
const MAX_STATEMENT_LENGTH = 1000;

/** Serialization failure or deadlock. */
const CONFLICT_CODES: ReadonlySet<string> = new Set(['40001', '40P01']);

/**
 * SQLSTATE classes and codes: connection (08, except protocol violations), authentication (28), unknown
 * database (3D), insufficient resources (53), operator intervention (57), system error (58), read-only server
 * (25006), transaction terminated by the server (25P03, 25P04), lock not available (55P03).
 */
const UNAVAILABLE_CODES = /^(08(?!P01)...|(28|3D|53|57|58)...|25006|25P03|25P04|55P03)$/;

const SQLSTATE = /^[0-9A-Z]{5}$/;

/**
 * Failed statement or connection. Contains the statement with its placeholders and the schema details of the
 * database error. Never contains a value, neither a parameter nor one quoted by the database (message,
 * detail, where), because it may be personal data.
 */
export class DatabaseError extends Error {
  /** SQLSTATE, or the system error code of a lost connection; 'TIMEOUT' or 'CLOSED' if there is none. */
  readonly code: string;
  readonly failure: DatabaseFailure;
  /** Name of the violated constraint. */
  readonly constraint: string | undefined;
  /** True if the connection can no longer be used. */
  readonly isConnectionLost: boolean;

  constructor(
    failure: DatabaseFailure,
    options: {
      code: string;
      statement?: string | undefined;
      constraint?: string | undefined;
      isConnectionLost?: boolean;
    },
  ) {
    const { code, statement, constraint, isConnectionLost = false } = options;
    const about = constraint === undefined ? code : `${code}, ${constraint}`;
    super(
      `The database ${failureDescriptions[failure]} (${about})${statement === undefined ? '' : `: ${statement.slice(0, MAX_STATEMENT_LENGTH)}`}`,
    );
    this.name = 'DatabaseError';
    this.code = code;
    this.failure = failure;
    this.constraint = constraint;
    this.isConnectionLost = isConnectionLost;
  }
}

function getTextProperty(error: unknown, name: string): string | undefined {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** Errors of Drizzle contain the statement, its values and the driver's error as cause. */
const isDrizzleError = (error: unknown): error is Error & { query: string } =>
  error instanceof Error && 'params' in error && getTextProperty(error, 'query') !== undefined;

/** Returns the code of a connection error: a system error code, or one derived from the driver's message. */
const getConnectionCode = (error: unknown): string =>
  getErrorCode(error) ?? (/time-?out/i.test(getTextProperty(error, 'message') ?? '') ? 'TIMEOUT' : 'CLOSED');

/** Converts an error of Drizzle or a driver to a DatabaseError without any values. */
export function toDatabaseError(error: unknown, asked?: string): DatabaseError {
  if (error instanceof DatabaseError) return error;
  // The embedded database adds the statement to its own errors too.
  const [statement, cause] = isDrizzleError(error) ? [error.query, error.cause ?? error] : [asked, error];
  if (cause instanceof DatabaseError) return cause;
  // The value has no SQL representation: a programming error whose message may quote the value.
  if (cause instanceof TypeError || cause instanceof RangeError) {
    return new DatabaseError('refused', { code: cause.name, statement });
  }
  const [code, severity] = [getErrorCode(cause), getTextProperty(cause, 'severity')];
  // `EPIPE` has five letters too, but no severity.
  if (code === undefined || severity === undefined || !SQLSTATE.test(code)) {
    return new DatabaseError('unavailable', {
      code: getConnectionCode(cause),
      statement,
      isConnectionLost: true,
    });
  }
  const failure = UNAVAILABLE_CODES.test(code)
    ? 'unavailable'
    : CONFLICT_CODES.has(code)
      ? 'conflict'
      : 'refused';
  return new DatabaseError(failure, {
    code,
    statement,
    constraint: getTextProperty(cause, 'constraint'),
    isConnectionLost: severity !== 'ERROR',
  });
}

/**
 * Converts an error of a commit. The server may have committed before the connection was lost, even if its
 * last message says otherwise.
 */
export function toCommitError(error: unknown): DatabaseError {
  const failed = toDatabaseError(error, 'commit');
  if (!failed.isConnectionLost) return failed;
  const { code } = failed;
  return new DatabaseError('unknown', { code, statement: 'commit', isConnectionLost: true });
}

/** Runs a function and converts errors of Drizzle to `DatabaseError`. Other errors stay unchanged. */
export async function convertDrizzleErrors<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw isDrizzleError(error) ? toDatabaseError(error) : error;
  }
}
