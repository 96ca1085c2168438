import {
  type DetailedProblemCode,
  type Problem,
  type ProblemCode,
  type ProblemMembers,
  problemKinds,
} from '../../../shared/contract/problem.ts';

/** One field that was refused, and why. */
export interface FieldError {
  readonly field: string;
  readonly code: string;
  readonly detail?: string;
}

/** An expected refusal: becomes an RFC 9457 problem document. The detail reaches the caller. */
export class ProblemError extends Error {
  readonly code: ProblemCode;
  readonly detail: string | undefined;
  readonly errors: readonly FieldError[] | undefined;
  /** What the document says besides; see `createRefusal`. */
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

  /** The body of the answer. */
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

/** A refusal whose document says what its caller can do about it, in the members that the contract declares. */
export function createRefusal<C extends DetailedProblemCode>(
  code: C,
  members: ProblemMembers<C>,
): ProblemError {
  return new ProblemError(code, { members: { ...members } });
}

/** 404 for an id or path that does not exist on this site. */
export function createNotFound(detail?: string): ProblemError {
  return new ProblemError('not_found', { detail });
}

/** A database that restarts is back by then, and a lock is free. */
const RETRY_AFTER_SECONDS = '5';

/** 503 where the database is away, full, locked or too busy. */
export function createUnavailable(): ProblemError {
  return new ProblemError('backend_unavailable', { headers: { 'retry-after': RETRY_AFTER_SECONDS } });
}

/** A required value that is not there, or is null. */
export interface MissingParameter {
  readonly name: string;
  readonly isNull: boolean;
}

/** 400 for required values that are absent: all of them at once, each by its name. */
export function createParametersMissing(missing: readonly MissingParameter[]): ProblemError {
  const errors = missing.map(({ name, isNull }) => ({
    field: name,
    code: 'required',
    detail: isNull ? `${name} cannot be null` : `${name} must be defined`,
  }));
  const detail = errors.map((error) => error.detail).join('; ');
  return new ProblemError('parameter_missing', { detail, errors });
}

/** The same for a single one. */
export function createParameterMissing(name: string): ProblemError {
  return createParametersMissing([{ name, isNull: false }]);
}

/** 400 for values of the wrong type or range. */
export function createValidationFailed(errors: readonly FieldError[]): ProblemError {
  return new ProblemError('validation_failed', { errors });
}
