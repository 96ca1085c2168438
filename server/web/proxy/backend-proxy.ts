import type { Agent, ClientRequest, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Transform } from 'node:stream';
import { createProxyServer } from 'http-proxy-3';
import { ApiError } from '../../../shared/api/api-error.ts';
import { getErrorCode } from '../../platform/error-code.ts';
import type { CallGuard } from '../backend-client/call-guard.ts';

/** Why nothing usable came from the backend. */
export type ProxyFailure =
  /** Nothing answered. */
  | 'unavailable'
  | 'timeout'
  /** An answer that broke off before it said anything, or is no HTTP. */
  | 'broken'
  | 'bodyTooLarge';

export interface BackendProxyOptions {
  /** `API_BASE_URL` */
  readonly baseUrl: string;
  readonly agent: Agent;
  readonly guard: CallGuard;
  /** How long the backend may take until its answer begins, in milliseconds. */
  readonly timeoutMs: number;
}

export interface ForwardOptions {
  /** All headers of the outgoing request; nothing else of the incoming one is sent. */
  readonly headers: Readonly<Record<string, string | string[]>>;
  /** Largest body in bytes. */
  readonly bodyLimitBytes: number;
  /** Last word on the headers of the answer, before they are sent. */
  readonly prepareAnswer?: (answer: IncomingMessage) => void;
  /** Answers the visitor; called at most once, and only while no byte has been sent. */
  readonly onFailure: (failure: ProxyFailure) => void;
}

/** Passes a request on to the same path of the backend and its answer back, as streams. */
export type BackendProxy = (
  request: IncomingMessage,
  response: ServerResponse,
  options: ForwardOptions,
) => void;

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

function createBodyLimit(limitBytes: number, onExceeded: () => void): Transform {
  let bytes = 0;
  let isExceeded = false;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > limitBytes) {
        if (!isExceeded) onExceeded();
        isExceeded = true;
        done();
        return;
      }
      done(null, chunk);
    },
  });
}

/**
 * Makes the proxy over the shared agent. A visitor who leaves ends the call; an answer that breaks off ends the visitor's
 * connection, so that nobody takes half of it for the whole.
 */
export function createBackendProxy({ baseUrl, agent, guard, timeoutMs }: BackendProxyOptions): BackendProxy {
  const proxy = createProxyServer({ target: baseUrl, agent, changeOrigin: true });
  /** Both events tell of a request by its incoming message only. */
  const exchanges = new WeakMap<
    IncomingMessage,
    { onOutgoing: (outgoing: ClientRequest) => void; onAnswer: (answer: IncomingMessage) => void }
  >();
  proxy.on('proxyReq', (outgoing, request) => exchanges.get(request)?.onOutgoing(outgoing));
  proxy.on('proxyRes', (answer, request) => exchanges.get(request)?.onAnswer(answer));

  return (request, response, { headers, bodyLimitBytes, prepareAnswer, onFailure }) => {
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
    response.once('close', settle);

    const send = (isRetry: boolean, hasBody: boolean) => {
      exchanges.set(request, {
        onOutgoing: (created) => {
          outgoing = created;
          // It waited for a socket longer than anyone waited for it.
          if (isSettled) created.destroy();
        },
        onAnswer: (received) => {
          answer = received;
          clearTimeout(timer);
          received.headers = pickEndToEndHeaders(received.headers);
          prepareAnswer?.(received);
          received.once('error', () => fail('broken'));
          received.once('close', () => {
            if (!received.complete) fail('broken');
          });
        },
      });
      const body = hasBody ? createBodyLimit(bodyLimitBytes, () => fail('bodyTooLarge')) : undefined;
      proxy.web(request, response, body ? { buffer: request.pipe(body) } : {}, (error) => {
        const code = getErrorCode(error) ?? '';
        // The backend closed an idle connection just as it was used again; nothing was answered, so ask once more.
        if (!isSettled && !isRetry && !hasBody && outgoing?.reusedSocket && code === 'ECONNRESET') {
          send(true, hasBody);
          return;
        }
        fail(
          code.startsWith('HPE_') || answer
            ? 'broken'
            : code === 'ETIMEDOUT' || code === 'ERR_SOCKET_TIMEOUT'
              ? 'timeout'
              : 'unavailable',
        );
      });
    };
    const hasBody =
      request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined;
    // The library copies these, so what the visitor sent is gone for good.
    request.headers = { ...headers };
    guard.enterProxied(waiting.signal).then(
      (leave) => {
        if (response.destroyed || isSettled) {
          leave();
          return;
        }
        response.once('close', leave);
        send(false, hasBody);
      },
      () => fail('unavailable'),
    );
  };
}
