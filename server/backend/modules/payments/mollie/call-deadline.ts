import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { ClientRequest } from 'node:http';

/** One call of a client that has no deadline of its own. */
interface BoundedCall {
  readonly signal: AbortSignal;
  readonly maxRequests: number;
  requests: number;
}

const calls = new AsyncLocalStorage<BoundedCall>();

/** What a call ended by: its time was over, or it had asked often enough. */
export class CallEndedError extends Error {
  override readonly name = 'CallEndedError';
}

// Node tells of every request that is made; those of a bounded call are ended with it. Others have no store here.
subscribe('http.client.request.created', (message) => {
  const call = calls.getStore();
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
 * Makes a call of a client within a time and a number of requests, whatever the client itself would do: its requests are broken off.
 *
 * @throws CallEndedError where the time is over, or what the call throws
 */
export async function callWithin<T>(
  { timeoutMs, maxRequests }: { readonly timeoutMs: number; readonly maxRequests: number },
  call: () => Promise<T>,
): Promise<T> {
  const signal = AbortSignal.timeout(timeoutMs);
  const ended = Promise.withResolvers<never>();
  const end = () => ended.reject(new CallEndedError('timeout'));
  signal.addEventListener('abort', end, { once: true });
  try {
    return await calls.run({ signal, maxRequests, requests: 0 }, () => Promise.race([call(), ended.promise]));
  } finally {
    signal.removeEventListener('abort', end);
  }
}
