import type { Agent } from 'node:http';
import ky from 'ky';
import { ApiError } from '../../../shared/api/api-error.ts';
import { getErrorCode } from '../../platform/error-code.ts';
import { createFetchOverAgent } from './fetch-over-agent.ts';

export interface BackendRequest {
  readonly method: string;
  /** Path and query, beginning with `/api`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly signal: AbortSignal;
}

export interface BackendAnswer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/** Sends one request; resolves with any answer, whatever its status. Rejects with ApiError 'unavailable', 'timeout' or 'aborted'. */
export type BackendClient = (request: BackendRequest) => Promise<BackendAnswer>;

/** No page needs more; a larger answer is a fault of the backend. */
const maxAnswerBytes = 16_000_000;

function isSocketTimeout(error: unknown): boolean {
  for (let cause = error; typeof cause === 'object' && cause !== null; cause = Reflect.get(cause, 'cause')) {
    const code = getErrorCode(cause);
    if (code === 'ERR_SOCKET_TIMEOUT' || code === 'ETIMEDOUT') return true;
  }
  return false;
}

/**
 * Makes the client of the backend: ky over the keep-alive agent. It has no deadline of its own; the caller's signal is one.
 */
export function createBackendClient({ baseUrl, agent }: { baseUrl: string; agent: Agent }): BackendClient {
  const send = ky.create({
    fetch: createFetchOverAgent({ agent, maxAnswerBytes }),
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
  });
  return async ({ method, path, headers, body, signal }) => {
    try {
      const answer = await send(`${baseUrl}${path}`, {
        method,
        // Encodings would have to be undone by hand, and loopback has bandwidth to spare.
        headers: { accept: 'application/json', 'accept-encoding': 'identity', ...headers },
        signal,
        ...(body === undefined ? {} : { json: body }),
      });
      return { status: answer.status, text: await answer.text(), headers: answer.headers };
    } catch (error) {
      if (signal.aborted) {
        throw signal.reason instanceof ApiError ? signal.reason : new ApiError('aborted', { cause: error });
      }
      throw new ApiError(isSocketTimeout(error) ? 'timeout' : 'unavailable', { cause: error });
    }
  };
}
