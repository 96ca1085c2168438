import ky, { isTimeoutError } from 'ky';
import { ApiError } from '../../shared/api/api-error.ts';
import { type Api, type ApiTransport, createApi } from '../../shared/api/client.ts';
import { BOT_CHECK_HEADER, PREVIEW_HEADER } from '../../shared/contract/request-headers.ts';

/** The site and language that every call names in its headers. */
export interface BrowserScope {
  readonly siteId: number;
  readonly languageId: number;
  readonly timeoutMs: number;
  /** The moment of a preview that the document shows, as its state says; null for the present. */
  readonly shownInstant: string | null;
  /**
   * Called where the API answers for another moment than the document shows: a preview was begun, moved or left in another tab, or is
   * over. Never resolves: what was asked for is of no use any more.
   */
  readonly onOtherMoment: () => Promise<never>;
}

/** The browser's way to the API: its own origin, with credentials. */
function createBrowserTransport(scope: BrowserScope): ApiTransport {
  const { siteId, languageId, timeoutMs, shownInstant, onOtherMoment } = scope;
  return async ({ call, path, body, idempotencyKey, botCheckToken, signal, timeoutMs: ownTimeoutMs }) => {
    let response: Response;
    try {
      response = await ky(path, {
        method: call.method,
        credentials: 'include',
        headers: {
          siteid: String(siteId),
          languageid: String(languageId),
          datetime: shownInstant ?? new Date().toISOString(),
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
          ...(botCheckToken === undefined ? {} : { [BOT_CHECK_HEADER]: botCheckToken }),
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
    const isShown = call.scoped && call.cache !== 'never';
    if (response.ok && isShown && response.headers.get(PREVIEW_HEADER) !== shownInstant)
      await onOtherMoment();
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

/** Makes the typed client of the browser. */
export const createBrowserApi = (scope: BrowserScope): Api => createApi(createBrowserTransport(scope));

async function readJson(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (signal?.aborted) throw new ApiError('aborted', { cause: error });
    if (!response.ok) return null;
    throw new ApiError('invalid', { status: response.status, cause: error });
  }
}
