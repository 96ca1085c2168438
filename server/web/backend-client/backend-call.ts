import { ApiError } from '../../../shared/api/api-error.ts';
import type { ApiRequest } from '../../../shared/api/client.ts';
import type { CallContract } from '../../../shared/contract/call-contract.ts';
import { callContracts } from '../../../shared/contract/calls.ts';
import { BOT_CHECK_HEADER } from '../../../shared/contract/request-headers.ts';
import type { Log } from '../../platform/logging.ts';
import type { Trace } from '../../platform/trace-context.ts';
import type { ParseMemo } from '../cache/parse-memo.ts';
import type { Answer } from '../cache/response-cache.ts';
import type { CallOutcome, WebMetrics } from '../metrics/web-metrics.ts';
import { findAnswerFault, isWithoutAnswer } from './answer-check.ts';
import type { BackendClient } from './backend-client.ts';
import { type BackendScope, createScopeHeaders } from './backend-headers.ts';
import { createFailureLogFields } from './failure-log-fields.ts';
import { normalizeLanguageCodes } from './normalize-language-codes.ts';

/** Options that all calls of one request share. */
export interface BackendCallOptions {
  readonly client: BackendClient;
  readonly metrics: Pick<WebMetrics, 'backendCalled'>;
  /** Site and language; null for the calls that determine them, which are sent without scope headers. */
  readonly scope: BackendScope | null;
  readonly log: Log;
  /** Sent to the backend, so that its log lines can be correlated. */
  readonly requestId: string | undefined;
  readonly trace: Trace | undefined;
  /** Parsed answers by their bytes. Without it, each answer is parsed and checked. */
  readonly parseMemo?: { readonly memo: ParseMemo; readonly getKey: (request: ApiRequest) => string };
  /** The visitor for whom the call is made. Such a call is not shared. */
  readonly visitor?: {
    readonly headers: Readonly<Record<string, string>>;
    /** Called with the `Set-Cookie` fields of every answer. */
    readonly onCookies: (fields: readonly string[]) => void;
  };
}

function getOutcome(error: unknown): CallOutcome {
  if (!(error instanceof ApiError)) return 'failed';
  if (error.failure !== 'status') return error.failure;
  return error.status === 404 ? 'absent' : error.status < 500 ? 'refused' : 'failed';
}

/** Headers of a failed answer that are passed to the caller. */
const passedHeaders = ['content-type', 'retry-after'] as const;

/** Other content types, for example the page of a captive portal or proxy, are not answers of the backend. */
const jsonTypePattern = /^application\/([\w.-]+\+)?json\s*(;|$)/i;

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    // The message of the parser quotes the data, so it is not used.
    throw new ApiError('invalid', { cause: new Error('is not JSON') });
  }
}

/** Problem code of a backend that answers while its database is down, full or locked. */
const DATABASE_UNAVAILABLE_CODE = 'backend_unavailable';

/**
 * Creates the error of an unsuccessful answer. A backend without its database cannot serve data, which a page
 * treats like no answer. The error is created after the guard, to which it counts as an answer, so that a
 * locked table does not open the circuit.
 */
export function createStatusError(status: number, body: unknown, headers: Record<string, string>): ApiError {
  const error = new ApiError('status', { status, body, headers });
  return status === 503 && error.code === DATABASE_UNAVAILABLE_CODE
    ? new ApiError('unavailable', { status, body, headers })
    : error;
}

/** Parses the JSON of an answer. Returns null if it is not JSON. */
export function parseProblem(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    // An error page of an intermediary; its status is sufficient.
    return null;
  }
}

/**
 * Creates the function that calls the backend once. It adds the scope headers and checks the answer against
 * the contract. A failed call is logged once, with its name and never its data.
 */
export function createBackendCall(
  options: BackendCallOptions,
): (request: ApiRequest, signal: AbortSignal) => Promise<Answer> {
  const { client, metrics, scope, log, requestId, trace, parseMemo, visitor } = options;

  const fetchAnswer = async (request: ApiRequest, signal: AbortSignal): Promise<Answer> => {
    const { isIdempotent }: CallContract = callContracts[request.name];
    const isPageRead = request.call.cache !== 'never' && !visitor;
    const { status, bytes, headers } = await client({
      method: request.call.method,
      path: request.path,
      headers: {
        ...(scope ? createScopeHeaders(scope) : {}),
        ...(requestId === undefined ? {} : { 'x-request-id': requestId }),
        ...trace?.headers,
        ...visitor?.headers,
        ...(request.idempotencyKey === undefined ? {} : { 'idempotency-key': request.idempotencyKey }),
        ...(request.botCheckToken === undefined ? {} : { [BOT_CHECK_HEADER]: request.botCheckToken }),
      },
      body: request.body,
      isPageRead,
      // With an idempotency key, a repeated call takes effect once.
      isRepeatable: isIdempotent || request.idempotencyKey !== undefined,
      signal,
    });
    visitor?.onCookies(headers['set-cookie'] ?? []);
    if (status < 200 || status > 299) {
      const kept = passedHeaders.flatMap((name) => {
        const value = headers[name];
        return value === undefined ? [] : [[name, value] as const];
      });
      throw createStatusError(status, parseProblem(bytes), Object.fromEntries(kept));
    }
    if (isWithoutAnswer(request.name)) return { value: undefined, bytes: 0 };
    const type = headers['content-type'];
    if (type === undefined || !jsonTypePattern.test(type)) {
      throw new ApiError('invalid', { status, cause: new Error('is not of a JSON type') });
    }
    const key = isPageRead ? parseMemo?.getKey(request) : undefined;
    const same = key === undefined ? undefined : parseMemo?.memo.find(key, bytes);
    if (same) return same;
    const value = normalizeLanguageCodes(request.name, parseJson(bytes));
    const answer = checkAnswer(request, status, { value, bytes: bytes.length });
    if (key !== undefined) parseMemo?.memo.keep(key, bytes, answer);
    return answer;
  };

  return async (request, signal) => {
    const startedAt = performance.now();
    try {
      const answer = await fetchAnswer(request, signal);
      metrics.backendCalled(request.name, 'ok', performance.now() - startedAt);
      return answer;
    } catch (error) {
      const ms = performance.now() - startedAt;
      metrics.backendCalled(request.name, getOutcome(error), ms);
      const isExpected =
        error instanceof ApiError &&
        (error.failure === 'aborted' || (error.status > 399 && error.status < 500));
      const failure = createFailureLogFields(error) ?? { err: error };
      const fields = { call: request.name, ...failure, ms: Math.round(ms) };
      log[isExpected ? 'debug' : 'warn'](fields, 'backend_call_failed');
      throw error;
    }
  };
}

/** @throws ApiError 'invalid' if the value does not match the contract */
function checkAnswer({ name }: ApiRequest, status: number, answer: Answer): Answer {
  const fault = findAnswerFault(name, answer.value);
  if (fault !== null) throw new ApiError('invalid', { status, cause: new Error(fault) });
  return answer;
}
