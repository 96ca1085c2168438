import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { ClientRequest } from 'node:http';

/** A call of a client that has no timeout of its own. */
interface BoundedCall {
  readonly signal: AbortSignal;
  readonly maxRequests: number;
  requests: number;
}

const boundedCallStorage = new AsyncLocalStorage<BoundedCall>();

/** Error of a call that exceeded its time or its number of requests. */
export class CallEndedError extends Error {
  override readonly name = 'CallEndedError';
}

// Node publishes every HTTP request; those of a bounded call are counted and aborted with it. Other requests
// have no store here.
subscribe('http.client.request.created', (message) => {
  const call = boundedCallStorage.getStore();
  const request = typeof message === 'object' && message !== null && Reflect.get(message, 'request');
  if (!call || !(request instanceof ClientRequest)) return;
  call.requests += 1;
  if (call.signal.aborted || call.requests > call.maxRequests) {
    request.destroy(new CallEndedError('too_many_requests'));
    return;
  }
  const end = () => request.destroy(new CallEndedError('timeout'));
  call.signal.addEventListener('abort', end, { once: true });
  request.once('close', () => call.signal.removeEventListener('abort', end));
});

/**
 * Runs a client call within a time and a number of requests, regardless of the client's own retries. Aborts
 * its requests.
 *
 * @throws CallEndedError if a limit is exceeded, or the error of the call
 */
export async function callWithDeadline<T>(
  { timeoutMs, maxRequests }: { readonly timeoutMs: number; readonly maxRequests: number },
  call: () => Promise<T>,
): Promise<T> {
  const signal = AbortSignal.timeout(timeoutMs);
  const ended = Promise.withResolvers<never>();
  const end = () => ended.reject(new CallEndedError('timeout'));
  signal.addEventListener('abort', end, { once: true });
  try {
    return await boundedCallStorage.run({ signal, maxRequests, requests: 0 }, () =>
      Promise.race([call(), ended.promise]),
    );
  } finally {
    signal.removeEventListener('abort', end);
  }
}
