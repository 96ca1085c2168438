import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { type Agent, type ClientRequest, type IncomingMessage, request as sendHttp } from 'node:http';
import { request as sendHttps } from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { ApiError } from '../../../shared/api/api-error.ts';
import { getErrorCode } from '../../platform/error-code.ts';
import { CallRefusal } from '../backend-client/backend-slots.ts';
import type { CallGuard, ProxyLane } from '../backend-client/call-guard.ts';
import { createByteBudget } from '../load/byte-budget.ts';

/** Why nothing usable came from the backend. */
export type ProxyFailure =
  /** Nothing answered. */
  | 'unavailable'
  /** Too many calls of its kind wait already: it was not sent. */
  | 'crowded'
  | 'timeout'
  /** An answer that broke off before it said anything, or is no HTTP. */
  | 'broken';

export interface BackendProxyOptions {
  /** `API_BASE_URL` */
  readonly baseUrl: string;
  readonly agent: Agent;
  readonly guard: CallGuard;
  /** How long the backend may take until its answer begins, in milliseconds. */
  readonly timeoutMs: number;
  /** Largest answer that is passed on, in bytes. */
  readonly maxAnswerBytes: number;
}

/** One call, complete: its body has been read. */
export interface ProxiedCall {
  readonly lane: ProxyLane;
  /** Whose share of the lane it takes, see `getShareKey`. */
  readonly address: string;
  readonly method: string;
  /** Path and query, beginning with a slash. */
  readonly path: string;
  /** All headers of the outgoing request; nothing else of the incoming one is sent. */
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Buffer;
  /** Last word on the headers of the answer, before they are sent. */
  readonly prepareAnswer?: (answer: IncomingMessage) => void;
  /** Answers the visitor; called at most once, and only while no byte has been sent. */
  readonly onFailure: (failure: ProxyFailure) => void;
}

/** Passes a call on to the backend, and its answer back while it is made. */
export type BackendProxy = (response: ServerResponse, call: ProxiedCall) => void;

/** Bytes of all answers that the backend has given and whose visitors have not read them yet. */
const maxUnreadBytes = 64_000_000;

/** What may be sent twice where nobody knows whether it arrived. */
const repeatableMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Headers that concern one connection only (RFC 9110 §7.6.1), and `expect`, which this server has answered itself. */
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

/** The headers that may travel on: without those of the connection and those that `Connection` names. */
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

const isLineFull = (error: unknown): boolean =>
  error instanceof ApiError && error.cause instanceof CallRefusal && error.cause.code === 'QUEUE_FULL';

/**
 * Makes the proxy over the shared agent. The backend is never made to wait for a visitor who reads slowly: what they have not read is held
 * here, within bounds, and its slot is free as soon as the backend has said everything. A visitor who leaves ends the call; an answer
 * that breaks off ends the visitor's connection, so that nobody takes half of it for the whole.
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

    const passOn = (received: IncomingMessage) => {
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
      sent.once('response', passOn);
      sent.once('close', leave);
      sent.on('error', (error) => {
        // The backend closed an idle connection just as it was used again; nothing was answered, so ask once more.
        const isUnheard =
          sent.reusedSocket && getErrorCode(error) === 'ECONNRESET' && repeatableMethods.has(method);
        if (!isSettled && !isRetry && !answer && isUnheard && body.length === 0) {
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
      (error: unknown) => fail(isLineFull(error) ? 'crowded' : 'unavailable'),
    );
  };
}
