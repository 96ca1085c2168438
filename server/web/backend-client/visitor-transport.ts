import type { ApiTransport } from '../../../shared/api/client.ts';
import { createSharedFlight } from '../cache/flights.ts';
import { type BackendCallOptions, createBackendCall } from './backend-call.ts';

export interface VisitorTransportOptions extends Omit<BackendCallOptions, 'parseMemo' | 'visitor'> {
  readonly visitor: NonNullable<BackendCallOptions['visitor']>;
  /** Aborted when the visitor disconnects. */
  readonly signal: AbortSignal;
  /** Deadline, in milliseconds, of a call that specifies none. */
  readonly timeoutMs: number;
  /** Returns the milliseconds left for all calls of the request together; no call lasts longer. */
  readonly getRemainingMs: () => number;
}

/**
 * Creates the transport of the typed client for one visitor. Each call is sent with the visitor's cookies. It
 * has no cache, and its calls are never combined with those of other visitors.
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
