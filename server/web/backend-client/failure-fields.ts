import { ApiError } from '../../../shared/api/api-error.ts';
import { getErrorCode } from '../../platform/error-code.ts';

/** What the log says of a failed call. No stack: while the backend is away there are many of these, and each looks the same. */
export interface FailureFields {
  readonly failure: string;
  readonly status?: number;
  /** Code of the system's error or place and rule of the contract's; never a value of the data. */
  readonly reason?: string;
}

function findReason(error: ApiError): string | undefined {
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

/** Fields of a failed call, or null for an error that is none: that one deserves its stack. */
export function createFailureFields(error: unknown): FailureFields | null {
  if (!(error instanceof ApiError)) return null;
  const reason = findReason(error);
  return {
    failure: error.failure,
    ...(error.status === 0 ? {} : { status: error.status }),
    ...(reason === undefined ? {} : { reason }),
  };
}
