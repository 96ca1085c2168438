/** Why a call to the backend gave no usable answer. */
export type ApiFailure =
  /** Nothing answered: refused, reset, name not found; or what answered has no database now, and says so. */
  | 'unavailable'
  /** No answer within the deadline. */
  | 'timeout'
  /** An answer whose status is not a success. */
  | 'status'
  /** A success whose body is not what the contract says. */
  | 'invalid'
  /** The caller gave up. */
  | 'aborted';

/**
 * A call that failed. The message is the same sentence whatever the cause, since nothing in it may tell a visitor more;
 * `status`, `body` and `headers` carry the answer where there was one, `status` is 0 otherwise.
 */
export class ApiError extends Error {
  readonly failure: ApiFailure;
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  /** Name of the call that failed, for error reports; set by the client that made it. */
  call: string | undefined;

  constructor(
    failure: ApiFailure,
    options: { status?: number; body?: unknown; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(
      'An unexpected server error occurred.',
      options.cause === undefined ? {} : { cause: options.cause },
    );
    this.name = 'ApiError';
    this.failure = failure;
    this.status = options.status ?? 0;
    this.body = options.body;
    this.headers = options.headers ?? {};
  }

  /** The stable code of the problem document, if the answer was one. */
  get code(): string | undefined {
    const body = this.body;
    return typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string'
      ? body.code
      : undefined;
  }

  /** What the problem document says of single fields; none where the answer was none. */
  get problems(): readonly {
    readonly field: string;
    readonly code: string;
    readonly detail?: string;
  }[] {
    const body = this.body;
    if (typeof body !== 'object' || body === null || !('errors' in body) || !Array.isArray(body.errors))
      return [];
    return body.errors.flatMap((error: unknown) => {
      if (typeof error !== 'object' || error === null || !('field' in error) || !('code' in error)) return [];
      const { field, code } = error;
      if (typeof field !== 'string' || typeof code !== 'string') return [];
      const detail: unknown = Reflect.get(error, 'detail');
      return [{ field, code, ...(typeof detail === 'string' && { detail }) }];
    });
  }
}

/** Status of the page whose critical data failed so: 404 passes, `unavailable` and `timeout` are 503, anything else 500. */
export function getPageStatus(error: unknown): 404 | 500 | 503 {
  if (!(error instanceof ApiError)) return 500;
  if (error.failure === 'status') return error.status === 404 ? 404 : 500;
  return error.failure === 'unavailable' || error.failure === 'timeout' ? 503 : 500;
}
