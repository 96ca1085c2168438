import { createServer, type RequestListener, type Server } from 'node:http';

/** What one client may take of the server. Times in milliseconds. */
export interface ServerLimits {
  /** Until the headers of a request are complete; also what a new connection may wait before it says anything. */
  readonly headersTimeoutMs: number;
  /** Until the whole request is there. */
  readonly receiveTimeoutMs: number;
  /** Without a byte either way while an answer is on its way: longer than the longest call to the backend. */
  readonly idleTimeoutMs: number;
  /** Between two requests: longer than balancers keep theirs (60 s), so that none writes into one that we are closing. */
  readonly keepAliveTimeoutMs: number;
  /** Beyond it new connections are closed at once. */
  readonly maxConnections: number;
}

const connectionsCheckingInterval = 1000;
const maxHeaderBytes = 16 * 1024;
const maxHeadersCount = 100;

/** Makes the web's HTTP server, with limits against clients that are slow or greedy. It does not listen yet. */
export function createHttpServer(listener: RequestListener, limits: ServerLimits): Server {
  const server = createServer(
    {
      connectionsCheckingInterval,
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.receiveTimeoutMs,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      maxHeaderSize: maxHeaderBytes,
    },
    listener,
  );
  server.timeout = limits.idleTimeoutMs;
  server.maxHeadersCount = maxHeadersCount;
  server.maxConnections = limits.maxConnections;
  return server;
}
