import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';

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

/**
 * Begins a pipelined request only when the one before it on its connection is answered and read (RFC 9112 §9.3.2 asks for no more). Node
 * would begin them all: who sends many and reads nothing would hold as many calls, whose answers cannot leave.
 */
function createInTurn(listener: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>();
  return (request, response) => {
    // An answer that is not the connection's next one has no socket yet.
    if (response.socket !== null) {
      listener(request, response);
      return;
    }
    const { socket } = request;
    waiting.set(socket, (waiting.get(socket) ?? 0) + 1);
    // What else it sends stays with the network.
    socket.pause();
    response.once('socket', () => {
      const left = (waiting.get(socket) ?? 1) - 1;
      waiting.set(socket, left);
      if (left === 0) socket.resume();
      // After whoever else has come meanwhile: begun at once, all that a connection has sent would run before the next one is looked at.
      setImmediate(() => {
        if (!response.destroyed) listener(request, response);
      });
    });
  };
}

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
    createInTurn(listener),
  );
  server.timeout = limits.idleTimeoutMs;
  server.maxHeadersCount = maxHeadersCount;
  server.maxConnections = limits.maxConnections;
  return server;
}
