import { createServer, type RequestListener, type Server } from 'node:http';

/**
 * Limits against clients that are slow or greedy. Idle connections are kept longer than balancers keep theirs (60 s), so that
 * a balancer never writes into one that we are closing. Times in milliseconds.
 */
const limits = {
  connectionsCheckingInterval: 1000,
  headersTimeout: 8000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16 * 1024,
} as const;

/** Makes the web's HTTP server. It does not listen yet. */
export function createHttpServer(listener: RequestListener): Server {
  return createServer(limits, listener);
}
