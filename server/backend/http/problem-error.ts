import type { Problem } from '../../../shared/contract/problem.ts';

/** Stable codes of the problems that any call may answer. */
export type ProblemCode =
  | 'parameter_missing'
  | 'validation_failed'
  | 'malformed_json'
  | 'malformed_url'
  | 'not_found'
  | 'method_not_allowed'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'token_invalid'
  | 'token_expired'
  | 'too_many_attempts'
  | 'in_stock'
  | 'backend_unavailable'
  | 'internal_error';

const titles: Record<ProblemCode, string> = {
  parameter_missing: 'A required parameter is missing',
  validation_failed: 'The request is not valid',
  malformed_json: 'The body is not valid JSON',
  malformed_url: 'The URL is not encoded correctly',
  not_found: 'Not found',
  method_not_allowed: 'The path does not have this method',
  body_too_large: 'The body is too large',
  unsupported_media_type: 'The body must be application/json',
  token_invalid: 'The token is not known',
  token_expired: 'The token is no longer valid',
  too_many_attempts: 'Too many attempts, try again later',
  in_stock: 'The product is in stock',
  backend_unavailable: 'The database cannot be used now, try again later',
  internal_error: 'An unexpected error occurred',
};

/** One field that was refused, and why. */
export interface FieldError {
  readonly field: string;
  readonly code: string;
  readonly detail?: string;
}

/** An expected refusal: becomes an RFC 9457 problem document. The detail reaches the caller. */
export class ProblemError extends Error {
  readonly status: number;
  readonly code: ProblemCode;
  readonly detail: string | undefined;
  readonly errors: readonly FieldError[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: ProblemCode,
    options: {
      detail?: string | undefined;
      errors?: readonly FieldError[];
      headers?: Record<string, string>;
    } = {},
  ) {
    super(options.detail ?? titles[code]);
    this.name = 'ProblemError';
    this.status = status;
    this.code = code;
    this.detail = options.detail;
    this.errors = options.errors;
    this.headers = options.headers ?? {};
  }

  /** The body of the answer. */
  toProblem(): Problem {
    return {
      type: `urn:problem:${this.code}`,
      title: titles[this.code],
      status: this.status,
      code: this.code,
      ...(this.detail === undefined ? {} : { detail: this.detail }),
      ...(this.errors === undefined ? {} : { errors: this.errors.map((error) => ({ ...error })) }),
    };
  }
}

/** 404 for an id or path that does not exist on this site. */
export function createNotFound(detail?: string): ProblemError {
  return new ProblemError(404, 'not_found', { detail });
}

/** A database that restarts is back by then, and a lock is free. */
const RETRY_AFTER_SECONDS = '5';

/** 503 where the database is away, full, locked or too busy. */
export function createUnavailable(): ProblemError {
  return new ProblemError(503, 'backend_unavailable', { headers: { 'retry-after': RETRY_AFTER_SECONDS } });
}

/** A required value that is not there, or is null. */
export interface MissingParameter {
  readonly name: string;
  readonly isNull: boolean;
}

/** 400 for required values that are absent, in the specification's words (§5): all of them at once. */
export function createParametersMissing(missing: readonly MissingParameter[]): ProblemError {
  const errors = missing.map(({ name, isNull }) => ({
    field: name,
    code: 'required',
    detail: isNull ? `${name} cannot be null` : `${name} must be defined`,
  }));
  const detail = errors.map((error) => error.detail).join('; ');
  return new ProblemError(400, 'parameter_missing', { detail, errors });
}

/** The same for a single one. */
export function createParameterMissing(name: string): ProblemError {
  return createParametersMissing([{ name, isNull: false }]);
}

/** 400 for values of the wrong type or range. */
export function createValidationFailed(errors: readonly FieldError[]): ProblemError {
  return new ProblemError(400, 'validation_failed', { errors });
}
