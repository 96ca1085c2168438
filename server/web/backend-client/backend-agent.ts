import type { Agent } from 'node:http';
import { HttpAgent, HttpsAgent } from 'agentkeepalive';

/**
 * Maximum number of connections to the backend, of which at most 10 are kept open idle. Further calls wait in
 * a queue (`backend-slots.ts`).
 */
export const maxSockets = 50;
const maxFreeSockets = 10;

/**
 * Below Node's own keepAliveTimeout (5 s), so that an idle connection is not closed by the backend while a
 * request is being written to it.
 */
const freeSocketTimeoutMs = 4000;

/**
 * The agent closes a silent connection only after every call deadline has passed, because those produce the
 * better error.
 */
const socketGraceMs = 2000;

/**
 * Creates the keep-alive agent of all calls to the backend, including proxied ones.
 *
 * @param baseUrl URL that decides between http and https
 * @param requestTimeoutMs longest duration of a call
 */
export function createBackendAgent(baseUrl: string, requestTimeoutMs: number): Agent {
  const options = {
    keepAlive: true,
    maxSockets,
    maxFreeSockets,
    freeSocketTimeout: freeSocketTimeoutMs,
    timeout: requestTimeoutMs + socketGraceMs,
  };
  return baseUrl.startsWith('https:') ? new HttpsAgent(options) : new HttpAgent(options);
}
