import type { CallAnswer, CallInput } from '../contract/calls.ts';
import type { CallPath } from '../contract/paths/call-path.ts';
import { type CallName, callPaths } from '../contract/paths.ts';
import { ApiError } from './api-error.ts';
import { assertRequired } from './required-parameter.ts';

/** A call, ready to be sent. `path` includes its parameters and query. */
export interface ApiRequest {
  readonly name: CallName;
  readonly call: CallPath;
  readonly path: string;
  readonly body: unknown;
  /** Value of the `Idempotency-Key` header; only for calls that accept one. */
  readonly idempotencyKey: string | undefined;
  /** Value of the `x-bot-check-token` header; only for calls that may require one. */
  readonly botCheckToken: string | undefined;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number | undefined;
}

/**
 * Sends a request and resolves with the parsed body of a success; undefined if there is none (204). Rejects
 * with ApiError otherwise. The transport of the web server caches and checks answers against the contract.
 * That of the browser is a plain fetch to its own origin.
 */
export type ApiTransport = (request: ApiRequest) => Promise<unknown>;

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Deadline of this call in milliseconds; that of the transport if omitted. */
  timeoutMs?: number | undefined;
}

type ParameterValues = Readonly<Record<string, string | number | boolean>>;
type CallArguments<N extends CallName> =
  unknown extends CallInput<N>
    ? [input?: undefined, options?: CallOptions]
    : [input: CallInput<N>, options?: CallOptions];

/** Typed client with one function per call of the contract. */
export type Api = { readonly [N in CallName]: (...args: CallArguments<N>) => Promise<CallAnswer<N>> };

interface AnyCallInput {
  params?: ParameterValues;
  query?: ParameterValues;
  body?: unknown;
  idempotencyKey?: string;
  botCheckToken?: string;
}

/**
 * Creates path and query of a call.
 *
 * @throws MissingParameterError if a path parameter or a query value is undefined or null
 */
export function createCallPath(
  template: string,
  input: { params?: ParameterValues; query?: ParameterValues },
): string {
  const params: ParameterValues = input.params ?? {};
  const path = template.replace(/\{(\w+)\}/g, (_match, name: string) => {
    assertRequired({ [name]: params[name] });
    return encodeURIComponent(String(params[name]));
  });
  const values = Object.entries(input.query ?? {});
  if (values.length === 0) return path;
  assertRequired(input.query ?? {});
  const query = new URLSearchParams(values.map(([name, value]) => [name, String(value)]));
  return `${path}?${query}`;
}

/**
 * Creates the typed client over a transport.
 *
 * @returns an object with one function per call; each takes `{ params, query, body }` (as far as the call has
 *   them) and options
 */
export function createApi(transport: ApiTransport): Api {
  const entries = (Object.keys(callPaths) as CallName[]).map((name) => {
    const call: CallPath = callPaths[name];
    const send = (input: AnyCallInput = {}, options: CallOptions = {}): Promise<unknown> => {
      const { params, query = {}, body, idempotencyKey, botCheckToken } = input;
      for (const needed of call.requires ?? []) assertRequired({ [needed]: query[needed] });
      const answer = transport({
        name,
        call,
        path: createCallPath(call.path, { ...(params && { params }), ...(!call.queryInBody && { query }) }),
        body: call.queryInBody ? query : body,
        idempotencyKey,
        botCheckToken,
        signal: options.signal,
        timeoutMs: options.timeoutMs,
      });
      return answer.catch((error: unknown) => {
        if (error instanceof ApiError) error.call = name;
        throw error;
      });
    };
    return [name, send] as const;
  });
  return Object.fromEntries(entries) as unknown as Api;
}
