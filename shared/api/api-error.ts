/** Reason why a call to the backend returned no usable answer. */
export type ApiFailure =
  /**
   * No answer: connection refused or reset, host not found; or the backend reports that its database is
   * unavailable.
   */
  | 'unavailable'
  /** No answer within the deadline. */
  | 'timeout'
  /** An answer with an error status. */
  | 'status'
  /** A success whose body violates the contract. */
  | 'invalid'
  /** The caller aborted the call. */
  | 'aborted';

/**
 * Error of a failed call. The message is the same for all causes, so that it discloses nothing to a visitor.
 * `status`, `body` and `headers` are those of the answer; `status` is 0 if there was none.
 */
export class ApiError extends Error {
  readonly failure: ApiFailure;
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  /** Name of the failed call, for error reports; set by the client that made the call. */
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

  /** Stable code of the problem document, if the answer was one. */
  get code(): string | undefined {
    const body = this.body;
    return typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string'
      ? body.code
      : undefined;
  }

  /** Problems of single fields in the problem document; empty if there are none. */
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

/**
 * Returns the status of a page whose critical data failed to load: 404 for a 404, 503 for `unavailable` and
 * `timeout`, otherwise 500.
 */
export function getErrorPageStatus(error: unknown): 404 | 500 | 503 {
  if (!(error instanceof ApiError)) return 500;
  if (error.failure === 'status') return error.status === 404 ? 404 : 500;
  return error.failure === 'unavailable' || error.failure === 'timeout' ? 503 : 500;
}
