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
import { createFailureFields } from './failure-fields.ts';
import { resolveLanguages } from './resolve-languages.ts';

/** What the calls of one request have in common. */
export interface BackendCallOptions {
  readonly client: BackendClient;
  readonly metrics: Pick<WebMetrics, 'backendCalled'>;
  /** Null for the calls that find out the scope; they are sent without its headers. */
  readonly scope: BackendScope | null;
  readonly log: Log;
  /** Sent along so that the backend's log lines can be found. */
  readonly requestId: string | undefined;
  readonly trace: Trace | undefined;
  /** Answers by the bytes that they were parsed from; without it each is parsed and checked. */
  readonly parseMemo?: { readonly memo: ParseMemo; readonly getKey: (request: ApiRequest) => string };
  /** Whose act it is; such a call is sent for them alone. */
  readonly visitor?: {
    readonly headers: Readonly<Record<string, string>>;
    /** Told the `Set-Cookie` fields of every answer. */
    readonly onCookies: (fields: readonly string[]) => void;
  };
}

function getOutcome(error: unknown): CallOutcome {
  if (!(error instanceof ApiError)) return 'failed';
  if (error.failure !== 'status') return error.failure;
  return error.status === 404 ? 'absent' : error.status < 500 ? 'refused' : 'failed';
}

/** The headers of a failed answer that callers may want to see. */
const keptHeaders = ['content-type', 'retry-after'] as const;

/** Something else that happens to parse (a portal, a proxy) is not the backend. */
const jsonType = /^application\/([\w.-]+\+)?json\s*(;|$)/i;

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    // The parser's own message quotes the data.
    throw new ApiError('invalid', { cause: new Error('is not JSON') });
  }
}

/** The backend lives and answers, but its database is away, full or locked. */
const DATABASE_AWAY = 'backend_unavailable';

/**
 * The failure of an answer that is no success. Without its database the backend has nothing to tell, which is for a page the same as
 * no answer. It is named here, behind the guard: to that one it was an answer, and a locked table must not open the circuit.
 */
export function createStatusError(status: number, body: unknown, headers: Record<string, string>): ApiError {
  const error = new ApiError('status', { status, body, headers });
  return status === 503 && error.code === DATABASE_AWAY
    ? new ApiError('unavailable', { status, body, headers })
    : error;
}

/** The JSON of an answer; null where it is none. */
export function parseProblem(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    // An error page of something between us and the backend; its status says enough.
    return null;
  }
}

/**
 * Makes what asks the backend once: headers of the scope, and the answer checked against the contract. A failed call is logged once, with
 * its name and never its data.
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
      // A key makes its repeat count once.
      isRepeatable: isIdempotent || request.idempotencyKey !== undefined,
      signal,
    });
    visitor?.onCookies(headers['set-cookie'] ?? []);
    if (status < 200 || status > 299) {
      const kept = keptHeaders.flatMap((name) => {
        const value = headers[name];
        return value === undefined ? [] : [[name, value] as const];
      });
      throw createStatusError(status, parseProblem(bytes), Object.fromEntries(kept));
    }
    if (isWithoutAnswer(request.name)) return { value: undefined, bytes: 0 };
    const type = headers['content-type'];
    if (type === undefined || !jsonType.test(type)) {
      throw new ApiError('invalid', { status, cause: new Error('is not of a JSON type') });
    }
    const key = isPageRead ? parseMemo?.getKey(request) : undefined;
    const same = key === undefined ? undefined : parseMemo?.memo.find(key, bytes);
    if (same) return same;
    const value = resolveLanguages(request.name, parseJson(bytes));
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
      const failure = createFailureFields(error) ?? { err: error };
      const fields = { call: request.name, ...failure, ms: Math.round(ms) };
      log[isExpected ? 'debug' : 'warn'](fields, 'backend_call_failed');
      throw error;
    }
  };
}

/** @throws ApiError 'invalid' where the value is not what the contract says */
function checkAnswer({ name }: ApiRequest, status: number, answer: Answer): Answer {
  const fault = findAnswerFault(name, answer.value);
  if (fault !== null) throw new ApiError('invalid', { status, cause: new Error(fault) });
  return answer;
}
