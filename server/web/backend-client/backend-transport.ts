import type { ApiTransport } from '../../../shared/api/client.ts';
import { createCacheKey } from '../cache/cache-key.ts';
import type { ParseMemo } from '../cache/parse-memo.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import { type BackendCallOptions, createBackendCall } from './backend-call.ts';

export interface BackendTransportOptions extends Omit<BackendCallOptions, 'visitor' | 'parseMemo'> {
  readonly cache: ResponseCache;
  readonly parseMemo: ParseMemo;
  /** Aborted when the visitor leaves. */
  readonly signal: AbortSignal | undefined;
  /** Deadline, in milliseconds, of a call that brings none of its own. */
  readonly timeoutMs: number;
  /** What is left, in milliseconds, of the time that all calls of the request have together; no call lasts longer. */
  readonly getRemainingMs: () => number;
}

/** One signal of two. Mostly both are the visitor's: joining them would cost more than all else that is done here. */
function joinSignals(a: AbortSignal | undefined, b: AbortSignal | undefined): AbortSignal | undefined {
  if (a === undefined || a === b) return b;
  return b === undefined ? a : AbortSignal.any([a, b]);
}

/**
 * Makes the transport of the typed client for what is the same for everyone: through the response cache, with deadlines. It knows nothing of
 * the visitor; see `visitor-transport.ts` for what does.
 */
export function createBackendTransport(options: BackendTransportOptions): ApiTransport {
  const { cache, parseMemo, scope, timeoutMs, getRemainingMs, signal: ownSignal, ...shared } = options;
  const getKey = ({ call, path, body }: Parameters<ApiTransport>[0]) =>
    createCacheKey({ method: call.method, path, scope, body });
  const fetchAnswer = createBackendCall({ ...shared, scope, parseMemo: { memo: parseMemo, getKey } });
  return (request) => {
    const { call, timeoutMs: callTimeoutMs } = request;
    return cache.load({
      key: getKey(request),
      policy: call.cache,
      isDeduplicated: call.deduplicated === true,
      signal: joinSignals(ownSignal, request.signal),
      timeoutMs: Math.max(0, Math.min(callTimeoutMs ?? timeoutMs, getRemainingMs())),
      fetchAnswer: (signal) => fetchAnswer(request, signal),
    });
  };
}
