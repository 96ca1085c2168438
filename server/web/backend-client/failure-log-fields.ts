import { ApiError } from '../../../shared/api/api-error.ts';
import { getErrorCode } from '../../platform/error-code.ts';

/**
 * Log fields of a failed call. Without a stack: while the backend is down there are many failures with the
 * same stack.
 */
export interface FailureLogFields {
  readonly failure: string;
  readonly status?: number;
  /** Code of the system error, or path and rule of the contract violation; never a value of the data. */
  readonly reason?: string;
}

function findFailureReason(error: ApiError): string | undefined {
  if (error.failure === 'invalid') return error.cause instanceof Error ? error.cause.message : undefined;
  if (error.code !== undefined) return error.code;
  let cause: unknown = error.cause;
  while (typeof cause === 'object' && cause !== null) {
    const code = getErrorCode(cause);
    if (code !== undefined) return code;
    cause = Reflect.get(cause, 'cause');
  }
  return undefined;
}

/**
 * Creates the log fields of a failed call. Returns null for any other error, which is logged with its stack.
 */
export function createFailureLogFields(error: unknown): FailureLogFields | null {
  if (!(error instanceof ApiError)) return null;
  const reason = findFailureReason(error);
  return {
    failure: error.failure,
    ...(error.status === 0 ? {} : { status: error.status }),
    ...(reason === undefined ? {} : { reason }),
  };
}
