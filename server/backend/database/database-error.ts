import { getErrorCode } from '../../platform/error-code.ts';

/**
 * What a failed statement means for whoever asked. `unavailable`: the database is away, full, locked or too slow, and the same may
 * work later; `conflict`: it stood in the way of another transaction, and works when it is done again at once; `refused`: it is wrong;
 * `unknown`: the connection was lost during the commit, so everything is written or nothing is.
 */
export type DatabaseFailure = 'unavailable' | 'conflict' | 'refused' | 'unknown';

const outcomes: Readonly<Record<DatabaseFailure, string>> = {
  unavailable: 'cannot be used now',
  conflict: 'undid this',
  refused: 'refused this',
  unknown: 'was lost while it kept this',
};

/** The longest text of a statement that is told: one that writes many rows repeats itself. */
const MAX_STATEMENT = 1000;

/** A transaction lost against another one, or both waited for each other. */
const CONFLICTS: ReadonlySet<string> = new Set(['40001', '40P01']);

/**
 * By class or code of SQLSTATE: connection (08, but not what breaks the protocol), sign-in (28), no such database (3D), no room (53),
 * stopping, starting or cancelled (57), disk (58), a server that may only read (25006), a transaction that the server ended (25P03,
 * 25P04), a lock that was not given (55P03).
 */
const UNAVAILABLE = /^(08(?!P01)...|(28|3D|53|57|58)...|25006|25P03|25P04|55P03)$/;

const SQLSTATE = /^[0-9A-Z]{5}$/;

/**
 * A statement or connection that failed. It names the statement with its placeholders and what the database says about the schema:
 * never a value, neither of ours nor quoted in the database's own words (message, detail, where), since it may be a person's.
 */
export class DatabaseError extends Error {
  /** SQLSTATE, or the system's code of a connection that broke; 'TIMEOUT' or 'CLOSED' where there is none. */
  readonly code: string;
  readonly failure: DatabaseFailure;
  /** The constraint that would not have it. */
  readonly constraint: string | undefined;
  /** Nothing more can be asked on the connection. */
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
      `The database ${outcomes[failure]} (${about})${statement === undefined ? '' : `: ${statement.slice(0, MAX_STATEMENT)}`}`,
    );
    this.name = 'DatabaseError';
    this.code = code;
    this.failure = failure;
    this.constraint = constraint;
    this.isConnectionLost = isConnectionLost;
  }
}

function readText(error: unknown, name: string): string | undefined {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** What Drizzle throws has the statement, its values and the driver's error as cause. */
const isOfDrizzle = (error: unknown): error is Error & { query: string } =>
  error instanceof Error && 'params' in error && readText(error, 'query') !== undefined;

/** Codes that tell of the connection: system errors, and the words of the driver that have no code. */
const getConnectionCode = (error: unknown): string =>
  getErrorCode(error) ?? (/time-?out/i.test(readText(error, 'message') ?? '') ? 'TIMEOUT' : 'CLOSED');

/** The failure that an error of Drizzle or of a driver stands for, without what it quotes. */
export function toDatabaseError(error: unknown, asked?: string): DatabaseError {
  if (error instanceof DatabaseError) return error;
  // The embedded database hangs the statement on its own errors, too.
  const [statement, cause] = isOfDrizzle(error) ? [error.query, error.cause ?? error] : [asked, error];
  if (cause instanceof DatabaseError) return cause;
  // A value that has no form in SQL: an error of ours, whose words may quote it.
  if (cause instanceof TypeError || cause instanceof RangeError) {
    return new DatabaseError('refused', { code: cause.name, statement });
  }
  const [code, severity] = [getErrorCode(cause), readText(cause, 'severity')];
  // `EPIPE` has five letters, too, but no severity.
  if (code === undefined || severity === undefined || !SQLSTATE.test(code)) {
    return new DatabaseError('unavailable', {
      code: getConnectionCode(cause),
      statement,
      isConnectionLost: true,
    });
  }
  const failure = UNAVAILABLE.test(code) ? 'unavailable' : CONFLICTS.has(code) ? 'conflict' : 'refused';
  return new DatabaseError(failure, {
    code,
    statement,
    constraint: readText(cause, 'constraint'),
    isConnectionLost: severity !== 'ERROR',
  });
}

/** The failure of a commit. The server may have done it before the connection was lost, even where its last words say otherwise. */
export function toCommitError(error: unknown): DatabaseError {
  const failed = toDatabaseError(error, 'commit');
  if (!failed.isConnectionLost) return failed;
  const { code } = failed;
  return new DatabaseError('unknown', { code, statement: 'commit', isConnectionLost: true });
}

/** Passes every error of Drizzle on as a `DatabaseError`; what is none of the database's stays what it is. */
export async function withoutValues<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw isOfDrizzle(error) ? toDatabaseError(error) : error;
  }
}
