import {
  type DetailedProblemCode,
  type Problem,
  type ProblemCode,
  type ProblemMembers,
  problemKinds,
} from '../../../../shared/contract/problem.ts';

/** Refused field with the reason. */
export interface FieldError {
  readonly field: string;
  readonly code: string;
  readonly detail?: string;
}

/** Expected refusal, sent as an RFC 9457 problem document. The detail is visible to the caller. */
export class ProblemError extends Error {
  readonly code: ProblemCode;
  readonly detail: string | undefined;
  readonly errors: readonly FieldError[] | undefined;
  /** Further members of the document. See `createRefusal`. */
  readonly members: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ProblemCode,
    options: {
      detail?: string | undefined;
      errors?: readonly FieldError[];
      members?: Readonly<Record<string, unknown>>;
      headers?: Record<string, string>;
    } = {},
  ) {
    super(options.detail ?? problemKinds[code].title);
    this.name = 'ProblemError';
    this.code = code;
    this.detail = options.detail;
    this.errors = options.errors;
    this.members = options.members ?? {};
    this.headers = options.headers ?? {};
  }

  get status(): number {
    return problemKinds[this.code].status;
  }

  /** Returns the body of the response. */
  toProblem(): Problem {
    return {
      type: `urn:problem:${this.code}`,
      title: problemKinds[this.code].title,
      status: this.status,
      code: this.code,
      ...(this.detail === undefined ? {} : { detail: this.detail }),
      ...(this.errors === undefined ? {} : { errors: this.errors.map((error) => ({ ...error })) }),
      ...this.members,
    };
  }
}

/** Creates a refusal with the members that the contract declares, which show the caller how to react. */
export function createRefusal<C extends DetailedProblemCode>(
  code: C,
  members: ProblemMembers<C>,
): ProblemError {
  return new ProblemError(code, { members: { ...members } });
}

/** Creates a 404 for an id or path that does not exist on this site. */
export function createNotFound(detail?: string): ProblemError {
  return new ProblemError('not_found', { detail });
}

/** In seconds: a restarted database is usually available, and a lock released, after this time. */
const RETRY_AFTER_SECONDS = '5';

/** Creates a 503 if the database is down, full, locked or overloaded. */
export function createUnavailable(): ProblemError {
  return new ProblemError('backend_unavailable', { headers: { 'retry-after': RETRY_AFTER_SECONDS } });
}

/** Required value that is missing or null. */
export interface MissingParameter {
  readonly name: string;
  readonly isNull: boolean;
}

/** Creates a 400 that lists all missing required values. */
export function createParametersMissing(missing: readonly MissingParameter[]): ProblemError {
  const errors = missing.map(({ name, isNull }) => ({
    field: name,
    code: 'required',
    detail: isNull ? `${name} cannot be null` : `${name} must be defined`,
  }));
  const detail = errors.map((error) => error.detail).join('; ');
  return new ProblemError('parameter_missing', { detail, errors });
}

/** Creates a 400 for a single missing value. */
export function createParameterMissing(name: string): ProblemError {
  return createParametersMissing([{ name, isNull: false }]);
}

/** Creates a 400 for values of the wrong type or range. */
export function createValidationFailed(errors: readonly FieldError[]): ProblemError {
  return new ProblemError('validation_failed', { errors });
}
