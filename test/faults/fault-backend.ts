import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type BackendFixture, openBackendFixture } from '../fixtures/backend-fixture.ts';

/** String in every wrong response: it must not reach a visitor. */
export const WRONG_RESPONSE_MARKER = 'not-of-this-shop-7c1f';

/** Possible faults of the backend. */
export const faults = [
  'refused',
  'blackHoled',
  'dripping',
  'reset',
  'cutOff',
  'garbage',
  'wrongType',
  'brokenJson',
  'missingFields',
  'status500',
  'status503',
  'withoutDatabase',
  'redirect',
  'huge',
] as const;
export type Fault = (typeof faults)[number];

/** The real backend with the sample shop, behind a proxy that injects faults. */
export interface FaultBackend {
  readonly baseUrl: string;
  /** Open sockets, and their maximum number. */
  readonly sockets: { readonly open: Set<Socket>; peak: number };
  /** Number of calls since the start. */
  readonly calls: { count: number };
  /** Sets the fault for all further calls; null for none. */
  setFault(fault: Fault | null): Promise<void>;
  /** Sets the delay of each response in milliseconds. */
  setDelay(ms: number): void;
  /** Sets a function that changes the text of every response. */
  setRewrite(rewrite: ((text: string) => string) | null): void;
  /** Sets the paths of calls that get no response until others are set. */
  setHeld(isHeld: ((path: string) => boolean) | null): void;
  /** Caches responses by path, body and scope from now on, so that only the web does work. */
  setReplay(isOn: boolean): void;
  close(): Promise<void>;
}

interface RealAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer;
}

function sendJson(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(text);
}

/** Sends an endless response, as fast as the client reads. */
function sendEndlessly(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const chunk = `{"${WRONG_RESPONSE_MARKER}":"${'x'.repeat(60_000)}"},`;
  const write = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', write);
  response.write('[');
  write();
}

/** Sends a byte now and then: the response is never silent and never complete. */
function sendSlowly(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 50);
  response.on('close', () => clearInterval(timer));
}

const wrongAnswersByFault: Readonly<
  Record<Exclude<Fault, 'refused' | 'cutOff'>, (request: IncomingMessage, response: ServerResponse) => void>
> = {
  blackHoled: () => {},
  dripping: (_request, response) => sendSlowly(response),
  reset: ({ socket }) => socket.resetAndDestroy(),
  garbage: ({ socket }) => socket.end(`\u0000\u0001${WRONG_RESPONSE_MARKER} is no HTTP\r\n\r\n`),
  wrongType: (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<h1>${WRONG_RESPONSE_MARKER}</h1>`);
  },
  brokenJson: (_request, response) => sendJson(response, 200, `{"title":"${WRONG_RESPONSE_MARKER}`),
  missingFields: (_request, response) => sendJson(response, 200, `{"title":"${WRONG_RESPONSE_MARKER}"}`),
  status500: (_request, response) => sendJson(response, 500, `{"detail":"${WRONG_RESPONSE_MARKER}"}`),
  status503: (_request, response) => sendJson(response, 503, `{"detail":"${WRONG_RESPONSE_MARKER}"}`),
  withoutDatabase: (_request, response) =>
    sendJson(response, 503, `{"code":"backend_unavailable","detail":"${WRONG_RESPONSE_MARKER}"}`),
  redirect: (_request, response) => {
    response.writeHead(302, { location: `http://${WRONG_RESPONSE_MARKER}.example/` }).end();
  },
  huge: (_request, response) => sendEndlessly(response),
};

function listen(listener: RequestListener, port: number) {
  const server = createServer({ keepAliveTimeout: 65_000 }, listener);
  return new Promise<typeof server>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

async function readRequestBody(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Starts the proxy. The real backend listens on its own port. */
export async function startFaultBackend(): Promise<FaultBackend> {
  const real: BackendFixture = await openBackendFixture();
  const behind = await listen(real.app, 0);
  const behindPort = (behind.address() as AddressInfo).port;
  const sockets = { open: new Set<Socket>(), peak: 0 };
  const calls = { count: 0 };
  const remembered = new Map<string, RealAnswer>();
  let fault: Fault | null = null;
  let delayMs = 0;
  let rewrite: ((text: string) => string) | null = null;
  let isReplaying = false;
  let isHeld: ((path: string) => boolean) | null = null;
  let releaseHeldCalls: () => void = () => {};
  let released: Promise<void> = Promise.resolve();

  const ask = (incoming: IncomingMessage, body: Buffer): Promise<RealAnswer> =>
    new Promise((resolve, reject) => {
      const { method, url, headers } = incoming;
      const outgoing = request({ host: '127.0.0.1', port: behindPort, method, path: url, headers });
      outgoing.on('error', reject);
      outgoing.on('response', (answer) => {
        readRequestBody(answer).then((bytes) => {
          const contentType = answer.headers['content-type'] ?? 'application/json';
          resolve({ status: answer.statusCode ?? 500, contentType, body: bytes });
        }, reject);
      });
      outgoing.end(body);
    });

  const answer = async (incoming: IncomingMessage, response: ServerResponse) => {
    calls.count += 1;
    const body = await readRequestBody(incoming);
    const current = fault;
    if (current !== null && current !== 'refused' && current !== 'cutOff') {
      wrongAnswersByFault[current](incoming, response);
      return;
    }
    if (isHeld?.(incoming.url ?? '')) {
      await released;
      if (response.destroyed) return;
    }
    const { siteid, languageid } = incoming.headers;
    // Ignores search terms and maximum prices: they are many, and their responses similar.
    const question = body.toString().replaceAll(/"searchTerm":"[^"]*"|"selectedMaxValue":\d+/g, '');
    const key = `${incoming.method} ${incoming.url} ${siteid}/${languageid} ${question}`;
    const known = isReplaying ? remembered.get(key) : undefined;
    const found = known ?? (await ask(incoming, body));
    if (isReplaying && found.status === 200) remembered.set(key, found);
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    const isText = found.contentType.startsWith('application/');
    const bytes = rewrite && isText ? Buffer.from(rewrite(found.body.toString())) : found.body;
    response.writeHead(found.status, { 'content-type': found.contentType, 'content-length': bytes.length });
    if (current !== 'cutOff') {
      response.end(bytes);
      return;
    }
    response.write(bytes.subarray(0, Math.floor(bytes.length / 2)));
    setImmediate(() => response.destroy());
  };
  const listener: RequestListener = (incoming, response) => {
    answer(incoming, response).catch(() => response.destroy());
  };

  let server = await listen(listener, 0);
  const { port } = server.address() as AddressInfo;
  const watchSockets = () =>
    server.on('connection', (socket) => {
      sockets.open.add(socket);
      sockets.peak = Math.max(sockets.peak, sockets.open.size);
      socket.on('close', () => sockets.open.delete(socket));
    });
  watchSockets();
  const closeFront = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });

  return {
    baseUrl: `http://127.0.0.1:${port}`,
    sockets,
    calls,
    setFault: async (next) => {
      const wasRefused = fault === 'refused';
      fault = next;
      if (next === 'refused' && !wasRefused) await closeFront();
      if (next !== 'refused' && wasRefused) {
        server = await listen(listener, port);
        watchSockets();
      }
      // A connection that a fault holds would block its call for ever.
      if (next === null) server.closeAllConnections();
    },
    setDelay: (ms) => {
      delayMs = ms;
    },
    setRewrite: (next) => {
      rewrite = next;
    },
    setHeld: (next) => {
      releaseHeldCalls();
      isHeld = next;
      released = new Promise((resolve) => {
        releaseHeldCalls = resolve;
      });
    },
    setReplay: (isOn) => {
      isReplaying = isOn;
    },
    close: async () => {
      releaseHeldCalls();
      if (fault !== 'refused') await closeFront();
      await new Promise<void>((resolve) => {
        behind.close(() => resolve());
        behind.closeAllConnections();
      });
      await real.close();
    },
  };
}
