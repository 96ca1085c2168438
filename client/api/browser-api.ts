import ky, { isTimeoutError } from 'ky';
import { ApiError } from '../../shared/api/api-error.ts';
import { type Api, type ApiTransport, createApi } from '../../shared/api/client.ts';
import { BOT_CHECK_HEADER, PREVIEW_HEADER } from '../../shared/contract/request-headers.ts';

/** Site and language, which every call sends in its headers. */
export interface BrowserScope {
  readonly siteId: number;
  readonly languageId: number;
  readonly timeoutMs: number;
  /** Preview date of the document, as its state says; null for the present. */
  readonly previewInstant: string | null;
  /**
   * Called if the API answers for another preview date than the document shows: a preview was started,
   * changed or ended in another tab, or has expired. Never resolves, because the response is obsolete.
   */
  readonly onOtherPreviewDate: () => Promise<never>;
}

/** Creates the transport of the browser: same origin, with credentials. */
function createBrowserTransport(scope: BrowserScope): ApiTransport {
  const { siteId, languageId, timeoutMs, previewInstant, onOtherPreviewDate } = scope;
  return async ({
    call,
    path,
    body,
    idempotencyKey,
    botCheckToken,
    signal,
    timeoutMs: timeoutOverrideMs,
  }) => {
    let response: Response;
    try {
      response = await ky(path, {
        method: call.method,
        credentials: 'include',
        headers: {
          siteid: String(siteId),
          languageid: String(languageId),
          datetime: previewInstant ?? new Date().toISOString(),
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
          ...(botCheckToken === undefined ? {} : { [BOT_CHECK_HEADER]: botCheckToken }),
        },
        timeout: timeoutOverrideMs ?? timeoutMs,
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
    if (response.ok && isShown && response.headers.get(PREVIEW_HEADER) !== previewInstant)
      await onOtherPreviewDate();
    const answer = response.status === 204 ? undefined : await readJson(response, signal);
    if (response.ok) return answer;
    // If the backend did not answer, the proxy sends a code. The code distinguishes this case from a backend
    // response with status 503 or 504.
    const headers = Object.fromEntries(response.headers);
    const error = new ApiError('status', { status: response.status, body: answer, headers });
    if (error.code === 'backend_timeout')
      throw new ApiError('timeout', { status: response.status, body: answer, headers });
    if (error.code === 'backend_unavailable')
      throw new ApiError('unavailable', { status: response.status, body: answer, headers });
    throw error;
  };
}

/** Creates the typed client of the browser. */
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
