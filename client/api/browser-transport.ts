import { ApiError } from '../../shared/api/api-error.ts';
import type { ApiTransport } from '../../shared/api/client.ts';

/** The site and language that every call names in its headers. */
export interface BrowserScope {
  readonly siteId: number;
  readonly languageId: number;
  readonly timeoutMs: number;
}

let isKyHere = false;

/** Some browsers never ask again for a module that failed, so without a connection it is not even tried. */
async function getKy() {
  if (!isKyHere && !navigator.onLine) throw new ApiError('unavailable');
  const module = await import('ky');
  isKyHere = true;
  return module;
}

/** Fetches the code of the transport before the first call needs it. Rejects where it cannot be had. */
export async function preloadTransport(): Promise<void> {
  await getKy();
}

/**
 * The browser's way to the API: its own origin, with credentials. ky arrives with the first call, after
 * hydration, so that it costs the first visit nothing.
 */
export function createBrowserTransport({ siteId, languageId, timeoutMs }: BrowserScope): ApiTransport {
  return async ({ call, path, body, idempotencyKey, signal, timeoutMs: ownTimeoutMs }) => {
    const { default: ky, isTimeoutError } = await getKy();
    let response: Response;
    try {
      response = await ky(path, {
        method: call.method,
        credentials: 'include',
        headers: {
          siteid: String(siteId),
          languageid: String(languageId),
          datetime: new Date().toISOString(),
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        },
        timeout: ownTimeoutMs ?? timeoutMs,
        retry: 0,
        throwHttpErrors: false,
        ...(signal ? { signal } : {}),
        ...(body === undefined ? {} : { json: body }),
      });
    } catch (error) {
      if (signal?.aborted) throw new ApiError('aborted', { cause: error });
      throw new ApiError(isTimeoutError(error) ? 'timeout' : 'unavailable', { cause: error });
    }
    const answer = response.status === 204 ? undefined : await readJson(response, signal);
    if (response.ok) return answer;
    // Where the backend gave no answer the proxy says so by a code, so that it is told from an answer with status 503 or 504.
    const headers = Object.fromEntries(response.headers);
    const error = new ApiError('status', { status: response.status, body: answer, headers });
    if (error.code === 'backend_timeout')
      throw new ApiError('timeout', { status: response.status, body: answer, headers });
    if (error.code === 'backend_unavailable')
      throw new ApiError('unavailable', { status: response.status, body: answer, headers });
    throw error;
  };
}

async function readJson(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (signal?.aborted) throw new ApiError('aborted', { cause: error });
    if (!response.ok) return null;
    throw new ApiError('invalid', { status: response.status, cause: error });
  }
}
