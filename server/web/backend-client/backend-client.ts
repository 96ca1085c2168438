import type { Agent } from 'node:http';
import ky from 'ky';
import { ApiError } from '../../../shared/api/api-error.ts';
import { getErrorCode } from '../../platform/error-code.ts';
import type { CallGuard } from './call-guard.ts';
import { createDirectHttpClient } from './direct-http-client.ts';
import { AnswerTooLargeError, createFetchOverAgent } from './fetch-over-agent.ts';

export interface BackendRequest {
  readonly method: string;
  /** Path and query, starting with `/api`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** An encoded form with files, instead of a body. */
  readonly form?: { readonly bytes: Buffer<ArrayBuffer>; readonly type: string };
  /**
   * Whether the call is a read for a page, which the response cache may store. Such reads use the direct HTTP
   * client.
   */
  readonly isPageRead: boolean;
  /**
   * Whether a second call has no further effect. Such a call may be repeated if it is unknown whether the
   * first one arrived.
   */
  readonly isRepeatable: boolean;
  readonly signal: AbortSignal;
}

export interface BackendAnswer {
  readonly status: number;
  /** The raw body: JSON in UTF-8 in normal operation. */
  readonly bytes: Buffer;
  readonly headers: Readonly<{
    'content-type'?: string | undefined;
    'retry-after'?: string | undefined;
    /** Only of calls that are not reads for a page. */
    'set-cookie'?: readonly string[] | undefined;
  }>;
}

/**
 * Sends one request and resolves with any answer, whatever its status. Rejects with ApiError 'unavailable',
 * 'timeout' or 'aborted', or with 'invalid' if the answer exceeds the size limit.
 */
export type BackendClient = (request: BackendRequest) => Promise<BackendAnswer>;

export interface BackendClientOptions {
  readonly baseUrl: string;
  readonly agent: Agent;
  readonly guard: CallGuard;
  /** Largest answer that is read, in bytes: all concurrent answers must fit in memory. */
  readonly maxAnswerBytes: number;
}

function isTooLarge(error: unknown): boolean {
  for (let cause = error; typeof cause === 'object' && cause !== null; cause = Reflect.get(cause, 'cause')) {
    if (cause instanceof AnswerTooLargeError) return true;
  }
  return false;
}

function isSocketTimeout(error: unknown): boolean {
  for (let cause = error; typeof cause === 'object' && cause !== null; cause = Reflect.get(cause, 'cause')) {
    const code = getErrorCode(cause);
    if (code === 'ERR_SOCKET_TIMEOUT' || code === 'ETIMEDOUT') return true;
  }
  return false;
}

/**
 * Creates the client of the backend over the keep-alive agent, behind the call guard. Reads for pages use the
 * direct HTTP client, all other calls use ky. It has no deadline of its own; callers pass a signal.
 */
export function createBackendClient(options: BackendClientOptions): BackendClient {
  const { baseUrl, agent, guard, maxAnswerBytes } = options;
  const send = ky.create({
    fetch: createFetchOverAgent({ agent, maxAnswerBytes }),
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
  });
  const read = createDirectHttpClient({ baseUrl, agent, maxAnswerBytes });
  const sendWithKy = async (request: BackendRequest, signal: AbortSignal): Promise<BackendAnswer> => {
    const { method, path, headers, body, form } = request;
    const answer = await send(`${baseUrl}${path}`, {
      method,
      // Compressed answers would have to be decoded by hand, and loopback has bandwidth to spare.
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        ...headers,
        ...(form && { 'content-type': form.type }),
      },
      signal,
      ...(form ? { body: form.bytes } : body === undefined ? {} : { json: body }),
    });
    return {
      status: answer.status,
      bytes: Buffer.from(await answer.arrayBuffer()),
      headers: {
        'content-type': answer.headers.get('content-type') ?? undefined,
        'retry-after': answer.headers.get('retry-after') ?? undefined,
        'set-cookie': answer.headers.getSetCookie(),
      },
    };
  };
  const exchange = async (request: BackendRequest, signal: AbortSignal): Promise<BackendAnswer> => {
    try {
      if (!request.isPageRead) return await sendWithKy(request, signal);
      const { method, path, headers, body } = request;
      return await read(
        { method, path, headers, body: body === undefined ? undefined : JSON.stringify(body) },
        signal,
      );
    } catch (error) {
      if (signal.aborted) {
        throw signal.reason instanceof ApiError ? signal.reason : new ApiError('aborted', { cause: error });
      }
      if (isTooLarge(error)) throw new ApiError('invalid', { cause: new Error('is too large') });
      throw new ApiError(isSocketTimeout(error) ? 'timeout' : 'unavailable', { cause: error });
    }
  };
  return (request) =>
    guard.run((signal) => exchange(request, signal), {
      signal: request.signal,
      isRepeatable: request.isRepeatable,
    });
}
