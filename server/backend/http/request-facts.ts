import type { IncomingMessage } from 'node:http';
import type { CallName } from '../../../shared/contract/paths.ts';

const callsByRequest = new WeakMap<IncomingMessage, CallName>();

/** Remembers which call of the contract a request is, for the log and the metrics. */
export function setRequestCall(request: IncomingMessage, call: CallName): void {
  callsByRequest.set(request, call);
}

/** Undefined for what is no call: probes, pictures, documents, unknown paths. */
export function getRequestCall(request: IncomingMessage): CallName | undefined {
  return callsByRequest.get(request);
}
