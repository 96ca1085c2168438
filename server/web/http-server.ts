import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';

/** What one client may take of the server. Times in milliseconds. */
export interface ServerLimits {
  /** Until the headers of a request are complete; also what a new connection may wait before it says anything. */
  readonly headersTimeoutMs: number;
  /** Until the whole request is there, where nobody has said that it may take its time. */
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

/** What Node allows any request, in milliseconds: more than the longest upload takes, with its wait for a slot. */
const longestReceiveMs = 660_000;

const receiveTimers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Lets the body of a request take its time: whoever reads it has limits of their own. */
export function letTakeTime(request: IncomingMessage): void {
  clearTimeout(receiveTimers.get(request));
}

/** Ends the connection of a request that is not there in time, as Node does: it knows one limit for all, and uploads have others. */
function createInTime(listener: RequestListener, receiveTimeoutMs: number): RequestListener {
  return (request, response) => {
    const timer = setTimeout(() => {
      const { socket } = request;
      if (request.complete || socket.destroyed) return;
      if (!response.headersSent) socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
      socket.destroySoon();
    }, receiveTimeoutMs);
    timer.unref();
    receiveTimers.set(request, timer);
    request.once('close', () => clearTimeout(timer));
    listener(request, response);
  };
}

/** Makes the web's HTTP server, with limits against clients that are slow or greedy. It does not listen yet. */
export function createHttpServer(listener: RequestListener, limits: ServerLimits): Server {
  const server = createServer(
    {
      connectionsCheckingInterval,
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: Math.max(limits.receiveTimeoutMs, longestReceiveMs),
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      maxHeaderSize: maxHeaderBytes,
    },
    createInTurn(createInTime(listener, limits.receiveTimeoutMs)),
  );
  server.timeout = limits.idleTimeoutMs;
  server.maxHeadersCount = maxHeadersCount;
  server.maxConnections = limits.maxConnections;
  return server;
}
