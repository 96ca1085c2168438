import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { MAX_HEADER_BYTES } from '../platform/max-header-bytes.ts';

/** Limits per client connection. Times in milliseconds. */
export interface ServerLimits {
  /** Time for receiving the complete headers of a request, also the first one of a new connection. */
  readonly headersTimeoutMs: number;
  /** Time for receiving the complete request, unless `exemptFromReceiveTimeout` was called for it. */
  readonly receiveTimeoutMs: number;
  /**
   * Time without traffic in either direction while an answer is pending: longer than the longest call to the
   * backend.
   */
  readonly idleTimeoutMs: number;
  /**
   * Time between two requests: longer than load balancers keep connections open (60 s), so that none uses a
   * connection while it is being closed.
   */
  readonly keepAliveTimeoutMs: number;
  /** Maximum number of connections; further ones are closed at once. */
  readonly maxConnections: number;
}

const connectionsCheckingInterval = 1000;
const maxHeadersCount = 100;

/**
 * Wraps a listener to run pipelined requests of a connection sequentially, as RFC 9112 §9.3.2 permits. Each
 * starts after the previous answer has been read. Node would start all of them: a client that sends many
 * requests and reads no answers could occupy as many calls to the backend.
 */
function serializePipelinedRequests(listener: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>();
  return (request, response) => {
    // If the answer is not the next one of its connection, it has no socket yet.
    if (response.socket !== null) {
      listener(request, response);
      return;
    }
    const { socket } = request;
    waiting.set(socket, (waiting.get(socket) ?? 0) + 1);
    // Further data remains in the network buffers.
    socket.pause();
    response.once('socket', () => {
      const left = (waiting.get(socket) ?? 1) - 1;
      waiting.set(socket, left);
      if (left === 0) socket.resume();
      // Deferred behind other connections. Otherwise all pipelined requests of a connection would run before
      // the next connection is served.
      setImmediate(() => {
        if (!response.destroyed) listener(request, response);
      });
    });
  };
}

/**
 * Node's own limit for any request, in milliseconds: longer than the longest upload including its wait for a
 * slot.
 */
const maxReceiveMs = 660_000;

const receiveTimers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Exempts the body of a request from the receive timeout. Its reader has its own limits. */
export function exemptFromReceiveTimeout(request: IncomingMessage): void {
  clearTimeout(receiveTimers.get(request));
}

/**
 * Wraps a listener to close connections whose request is late, as Node does. Node has one limit for all
 * requests, but uploads need another.
 */
function withReceiveTimeout(listener: RequestListener, receiveTimeoutMs: number): RequestListener {
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

/** Creates the web's HTTP server, with limits against slow and greedy clients. It does not listen yet. */
export function createHttpServer(listener: RequestListener, limits: ServerLimits): Server {
  const server = createServer(
    {
      connectionsCheckingInterval,
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: Math.max(limits.receiveTimeoutMs, maxReceiveMs),
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      maxHeaderSize: MAX_HEADER_BYTES,
    },
    serializePipelinedRequests(withReceiveTimeout(listener, limits.receiveTimeoutMs)),
  );
  server.timeout = limits.idleTimeoutMs;
  server.maxHeadersCount = maxHeadersCount;
  server.maxConnections = limits.maxConnections;
  return server;
}
