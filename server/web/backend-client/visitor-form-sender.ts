import { ApiError } from '../../../shared/api/api-error.ts';
import type { SendForm } from '../../../shared/api/send-form.ts';
import type { Log } from '../../platform/logging.ts';
import type { Trace } from '../../platform/trace-context.ts';
import { createStatusError, parseProblem } from './backend-call.ts';
import type { BackendClient } from './backend-client.ts';
import { type BackendScope, createScopeHeaders } from './backend-headers.ts';
import { createFailureLogFields } from './failure-log-fields.ts';

export interface VisitorFormSenderOptions {
  readonly client: BackendClient;
  readonly scope: BackendScope;
  readonly log: Log;
  readonly requestId: string;
  readonly trace: Trace;
  /** Headers that identify the visitor; read when a form is sent. */
  readonly visitorHeaders: Readonly<Record<string, string>>;
  /** Aborted when the visitor disconnects. */
  readonly signal: AbortSignal;
  /** Deadline of the answer, in milliseconds. */
  readonly timeoutMs: number;
}

/**
 * Creates the function that sends a visitor's forms with files to the backend, if they were posted to a page
 * without JavaScript.
 */
export function createVisitorFormSender(options: VisitorFormSenderOptions): SendForm {
  const { client, scope, log, requestId, trace, visitorHeaders, signal, timeoutMs } = options;
  return async (path, form, { idempotencyKey, signal: ownSignal } = {}) => {
    const encoded = new Response(form);
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(new ApiError('timeout')), timeoutMs);
    const signals = [signal, deadline.signal, ...(ownSignal ? [ownSignal] : [])];
    try {
      const { status, bytes, headers } = await client({
        method: 'POST',
        path,
        headers: {
          ...createScopeHeaders(scope),
          'x-request-id': requestId,
          ...trace.headers,
          ...visitorHeaders,
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        },
        body: undefined,
        form: {
          bytes: Buffer.from(await encoded.arrayBuffer()),
          type: encoded.headers.get('content-type') ?? '',
        },
        isPageRead: false,
        // With an idempotency key, a repeated call takes effect once.
        isRepeatable: idempotencyKey !== undefined,
        signal: AbortSignal.any(signals),
      });
      const body = parseProblem(bytes);
      if (status >= 200 && status < 300) return body;
      const retryAfter = headers['retry-after'];
      throw createStatusError(status, body, retryAfter === undefined ? {} : { 'retry-after': retryAfter });
    } catch (error) {
      const isExpected =
        error instanceof ApiError &&
        (error.failure === 'aborted' || (error.status > 399 && error.status < 500));
      const failure = createFailureLogFields(error) ?? { err: error };
      log[isExpected ? 'debug' : 'warn']({ path, ...failure }, 'backend_form_failed');
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };
}
