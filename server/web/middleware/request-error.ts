/**
 * Error of a request that is rejected. Visitors see a plain page, API callers a problem document with the
 * code.
 */
export class RequestError extends Error {
  readonly status: 400 | 403 | 404 | 405 | 408 | 411 | 413 | 414 | 429 | 503;
  readonly code: string;

  constructor(status: RequestError['status'], code: string) {
    super(code);
    this.name = 'RequestError';
    this.status = status;
    this.code = code;
  }
}
