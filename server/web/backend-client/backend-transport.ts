import type { ApiTransport } from '../../../shared/api/client.ts';
import { createCacheKey } from '../cache/cache-key.ts';
import type { ParseMemo } from '../cache/parse-memo.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import { type BackendCallOptions, createBackendCall } from './backend-call.ts';

export interface BackendTransportOptions extends Omit<BackendCallOptions, 'visitor' | 'parseMemo'> {
  readonly cache: ResponseCache;
  readonly parseMemo: ParseMemo;
  /** Aborted when the visitor disconnects. */
  readonly signal: AbortSignal | undefined;
  /** Deadline, in milliseconds, of a call that specifies none. */
  readonly timeoutMs: number;
  /** Returns the milliseconds left for all calls of the request together; no call lasts longer. */
  readonly getRemainingMs: () => number;
}

/**
 * Combines two signals. Usually both are the visitor's, and the signal itself is returned: `AbortSignal.any`
 * would cost more than the rest of this function.
 */
function joinSignals(a: AbortSignal | undefined, b: AbortSignal | undefined): AbortSignal | undefined {
  if (a === undefined || a === b) return b;
  return b === undefined ? a : AbortSignal.any([a, b]);
}

/**
 * Creates the transport of the typed client for answers that are the same for every visitor: through the
 * response cache, with deadlines. It has no access to the visitor; `visitor-transport.ts` has.
 */
export function createBackendTransport(options: BackendTransportOptions): ApiTransport {
  const { cache, parseMemo, scope, timeoutMs, getRemainingMs, signal: callerSignal, ...shared } = options;
  const getKey = ({ call, path, body }: Parameters<ApiTransport>[0]) =>
    createCacheKey({ method: call.method, path, scope, body });
  const fetchAnswer = createBackendCall({ ...shared, scope, parseMemo: { memo: parseMemo, getKey } });
  return (request) => {
    const { call, timeoutMs: callTimeoutMs } = request;
    return cache.load({
      key: getKey(request),
      policy: call.cache,
      isDeduplicated: call.deduplicated === true,
      signal: joinSignals(callerSignal, request.signal),
      timeoutMs: Math.max(0, Math.min(callTimeoutMs ?? timeoutMs, getRemainingMs())),
      fetchAnswer: (signal) => fetchAnswer(request, signal),
    });
  };
}
