import { ApiError } from '../../shared/api/api-error.ts';
import type { SendForm } from '../../shared/api/send-form.ts';

/**
 * Timeout for the response after the upload is complete, in milliseconds. The same as for every call (product
 * specification, section 7).
 */
const ANSWER_TIMEOUT_MS = 20_000;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Sends a form from the browser with upload progress, which `fetch` does not report. On a mobile network the
 * upload of photos takes minutes.
 */
export const sendForm: SendForm = (path, form, { idempotencyKey, onProgress, signal } = {}) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let timer: number | undefined;
    const end = (settle: () => void) => {
      window.clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
      settle();
    };
    const fail = (error: ApiError) => end(() => reject(error));
    const leave = () => {
      fail(new ApiError('aborted'));
      request.abort();
    };
    request.open('POST', path);
    request.setRequestHeader('accept', 'application/json');
    if (idempotencyKey !== undefined) request.setRequestHeader('idempotency-key', idempotencyKey);
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      if (total > 0) onProgress?.(loaded / total);
    });
    request.upload.addEventListener('load', () => {
      timer = window.setTimeout(() => {
        fail(new ApiError('timeout'));
        request.abort();
      }, ANSWER_TIMEOUT_MS);
    });
    request.addEventListener('error', () => fail(new ApiError('unavailable')));
    request.addEventListener('load', () => {
      const { status } = request;
      const body = parse(request.responseText);
      if (status >= 200 && status < 300) {
        end(() => resolve(body));
        return;
      }
      const retryAfter = request.getResponseHeader('retry-after');
      const headers = retryAfter === null ? {} : { 'retry-after': retryAfter };
      const error = new ApiError('status', { status, body, headers });
      const { code } = error;
      if (code === 'backend_timeout') fail(new ApiError('timeout', { status, body, headers }));
      else if (code === 'backend_unavailable') fail(new ApiError('unavailable', { status, body, headers }));
      else fail(error);
    });
    if (signal?.aborted) {
      leave();
      return;
    }
    signal?.addEventListener('abort', leave);
    request.send(form);
  });
