import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { type Agent, type ClientRequest, type IncomingMessage, request as sendHttp } from 'node:http';
import { request as sendHttps } from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { ApiError } from '../../../shared/api/api-error.ts';
import { getErrorCode } from '../../platform/error-code.ts';
import { CallNotSentError } from '../backend-client/backend-slots.ts';
import type { CallGuard, ProxyLane } from '../backend-client/call-guard.ts';
import { createByteBudget } from '../load/byte-budget.ts';

/** Reason why there is no usable answer of the backend. */
export type ProxyFailure =
  /** The backend did not answer. */
  | 'unavailable'
  /** The call was not sent because the queue of its lane is full. */
  | 'crowded'
  | 'timeout'
  /** The answer ended before its headers, or is not HTTP. */
  | 'broken';

export interface BackendProxyOptions {
  /** `API_BASE_URL` */
  readonly baseUrl: string;
  readonly agent: Agent;
  readonly guard: CallGuard;
  /** Time until the answer must start, in milliseconds. */
  readonly timeoutMs: number;
  /** Largest answer that is passed on, in bytes. */
  readonly maxAnswerBytes: number;
}

/** A call whose body has been read completely. */
export interface ProxiedCall {
  readonly lane: ProxyLane;
  /** Address whose share of the lane the call counts towards, see `getCapacityShareKey`. */
  readonly address: string;
  readonly method: string;
  /** Path and query, starting with a slash. */
  readonly path: string;
  /** All headers of the outgoing request; no other headers of the incoming one are sent. */
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Buffer;
  /** Called before the headers of the answer are sent, to change them. */
  readonly prepareAnswer?: (answer: IncomingMessage) => void;
  /** Sends an error to the visitor; called at most once, and only before the first byte is sent. */
  readonly onFailure: (failure: ProxyFailure) => void;
}

/** Sends a call to the backend and streams its answer to the visitor. */
export type BackendProxy = (response: ServerResponse, call: ProxiedCall) => void;

/** Total bytes of answers that visitors have not read yet. */
const maxUnreadBytes = 64_000_000;

/** Methods that may be repeated if it is unknown whether the first request arrived. */
const repeatableMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Hop-by-hop headers (RFC 9110 §7.6.1), and `expect`, which this server has answered itself. */
const connectionHeaders = [
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** Returns the end-to-end headers: without hop-by-hop headers and those that `Connection` names. */
export function pickEndToEndHeaders(
  headers: Readonly<OutgoingHttpHeaders>,
): Record<string, string | string[]> {
  const named = String(headers.connection ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  const dropped = new Set([...connectionHeaders, ...named]);
  const kept: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || dropped.has(name.toLowerCase())) continue;
    kept[name] = typeof value === 'number' ? String(value) : value;
  }
  return kept;
}

function getFailure(error: unknown, isAnswered: boolean): ProxyFailure {
  const code = getErrorCode(error) ?? '';
  if (code.startsWith('HPE_') || isAnswered) return 'broken';
  return code === 'ETIMEDOUT' || code === 'ERR_SOCKET_TIMEOUT' ? 'timeout' : 'unavailable';
}

const isQueueFull = (error: unknown): boolean =>
  error instanceof ApiError && error.cause instanceof CallNotSentError && error.cause.code === 'QUEUE_FULL';

/**
 * Creates the proxy over the shared agent. A slow visitor does not block the backend. Unread bytes are
 * buffered here, within limits. The slot is released as soon as the backend has sent its answer. If a visitor
 * disconnects, the call is aborted. If an answer is incomplete, the visitor's connection is closed, so that
 * it is not taken for complete.
 */
export function createBackendProxy(options: BackendProxyOptions): BackendProxy {
  const { baseUrl, agent, guard, timeoutMs, maxAnswerBytes } = options;
  const base = new URL(baseUrl);
  const { protocol, hostname, port } = urlToHttpOptions(base);
  const target = { protocol, hostname, port, agent };
  const start = protocol === 'https:' ? sendHttps : sendHttp;
  const prefix = base.pathname.replace(/\/$/, '');
  const unread = createByteBudget(maxUnreadBytes);

  return (response, { lane, address, method, path, headers, body, prepareAnswer, onFailure }) => {
    let outgoing: ClientRequest | undefined;
    let answer: IncomingMessage | undefined;
    let isSettled = false;
    const waiting = new AbortController();
    const settle = () => {
      isSettled = true;
      clearTimeout(timer);
      waiting.abort(new ApiError('aborted'));
    };
    const fail = (failure: ProxyFailure) => {
      if (isSettled) return;
      settle();
      outgoing?.destroy();
      if (response.destroyed) return;
      if (response.headersSent) {
        response.destroy();
        return;
      }
      for (const name of Object.keys(answer?.headers ?? {})) response.removeHeader(name);
      onFailure(failure);
    };
    const timer = setTimeout(() => fail('timeout'), timeoutMs);
    response.once('close', () => {
      if (isSettled) return;
      settle();
      outgoing?.destroy();
    });

    const forwardAnswer = (received: IncomingMessage) => {
      answer = received;
      clearTimeout(timer);
      received.headers = pickEndToEndHeaders(received.headers);
      prepareAnswer?.(received);
      response.statusCode = received.statusCode ?? 502;
      for (const [name, value] of Object.entries(received.headers)) {
        if (value !== undefined) response.setHeader(name, value);
      }
      const holding = unread.hold(() => response.destroy());
      response.on('drain', () => holding.set(response.writableLength));
      response.once('close', holding.release);
      let bytes = 0;
      received.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > maxAnswerBytes) {
          fail('broken');
          return;
        }
        response.write(chunk);
        holding.set(response.writableLength);
      });
      received.once('error', () => fail('broken'));
      received.once('close', () => {
        if (!received.complete) fail('broken');
      });
      received.once('end', () => {
        if (isSettled || !received.complete) return;
        settle();
        response.end();
      });
    };

    const send = (isRetry: boolean, leave: () => void) => {
      const length =
        body.length > 0 || headers['content-length'] !== undefined
          ? { 'content-length': String(body.length) }
          : {};
      const sent = start({
        ...target,
        method,
        path: prefix + path,
        headers: { ...headers, host: base.host, ...length },
      });
      outgoing = sent;
      sent.once('response', forwardAnswer);
      sent.once('close', leave);
      sent.on('error', (error) => {
        // The backend closed an idle connection at the moment of reuse. There was no answer, so the call is
        // repeated.
        const isStaleConnection =
          sent.reusedSocket && getErrorCode(error) === 'ECONNRESET' && repeatableMethods.has(method);
        if (!isSettled && !isRetry && !answer && isStaleConnection && body.length === 0) {
          sent.off('close', leave);
          send(true, leave);
          return;
        }
        fail(getFailure(error, answer !== undefined));
      });
      sent.end(body.length > 0 ? body : undefined);
    };

    guard.enterProxied(waiting.signal, { lane, address }).then(
      (leave) => {
        if (isSettled) leave();
        else send(false, leave);
      },
      (error: unknown) => fail(isQueueFull(error) ? 'crowded' : 'unavailable'),
    );
  };
}
