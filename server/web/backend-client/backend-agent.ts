import type { Agent } from 'node:http';
import { HttpAgent, HttpsAgent } from 'agentkeepalive';

/** Connections to the backend: at most 50 at once, of which at most 10 are kept open idle. Further calls wait in line (`backend-slots.ts`). */
export const maxSockets = 50;
const maxFreeSockets = 10;

/** Below Node's own keepAliveTimeout (5 s), so that we close an idle connection before the backend does while we write to it. */
const freeSocketTimeoutMs = 4000;

/** The agent closes a silent connection only after every deadline of ours has passed: those have the better error. */
const socketGraceMs = 2000;

/**
 * Makes the one keep-alive agent under every call to the backend, the proxy's included.
 *
 * @param baseUrl decides between http and https
 * @param requestTimeoutMs longest life of a call
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
