import type { ApiTransport } from '../../../shared/api/client.ts';
import { createSharedFlight } from '../cache/flights.ts';
import { type BackendCallOptions, createBackendCall } from './backend-call.ts';

export interface VisitorTransportOptions extends Omit<BackendCallOptions, 'parseMemo' | 'visitor'> {
  readonly visitor: NonNullable<BackendCallOptions['visitor']>;
  /** Aborted when the visitor leaves. */
  readonly signal: AbortSignal;
  /** Deadline, in milliseconds, of a call that brings none of its own. */
  readonly timeoutMs: number;
  /** What is left, in milliseconds, of the time that all calls of the request have together; no call lasts longer. */
  readonly getRemainingMs: () => number;
}

/**
 * Makes the transport of the typed client for one visitor: each call is sent for them alone, with their cookies. It is not given any cache,
 * and no call of it becomes one with another's.
 */
export function createVisitorTransport(options: VisitorTransportOptions): ApiTransport {
  const { signal: ownSignal, timeoutMs, getRemainingMs, ...shared } = options;
  const fetchAnswer = createBackendCall(shared);
  return async (request) => {
    const flight = createSharedFlight(
      (signal) => fetchAnswer(request, signal),
      () => {},
    );
    const { value } = await flight.join({
      signal: request.signal ? AbortSignal.any([ownSignal, request.signal]) : ownSignal,
      timeoutMs: Math.max(0, Math.min(request.timeoutMs ?? timeoutMs, getRemainingMs())),
    });
    return value;
  };
}
