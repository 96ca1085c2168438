import type { IncomingMessage } from 'node:http';
import type { CallName } from '../../../../shared/contract/paths.ts';

const callsByRequest = new WeakMap<IncomingMessage, CallName>();

/** Records the call of a request for the log and the metrics. */
export function setRequestCall(request: IncomingMessage, call: CallName): void {
  callsByRequest.set(request, call);
}

/** Returns the call of a request; undefined for probes, pictures, documents and unknown paths. */
export function getRequestCall(request: IncomingMessage): CallName | undefined {
  return callsByRequest.get(request);
}
