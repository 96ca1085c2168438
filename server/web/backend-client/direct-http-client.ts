import { type Agent, type IncomingHttpHeaders, request as sendHttp } from 'node:http';
import { request as sendHttps } from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { AnswerTooLargeError } from './fetch-over-agent.ts';

export interface DirectHttpClientOptions {
  readonly baseUrl: string;
  readonly agent: Agent;
  /** Largest answer that is read, in bytes; a larger one closes the connection. */
  readonly maxAnswerBytes: number;
}

/** A request to the backend, ready to be sent. */
export interface DirectHttpRequest {
  readonly method: string;
  /** Path and query, starting with a slash. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text; undefined for a request without a body. */
  readonly body: string | undefined;
}

/** A complete answer of any status, with its raw body. */
export interface DirectHttpAnswer {
  readonly status: number;
  readonly bytes: Buffer;
  readonly headers: IncomingHttpHeaders;
}

/**
 * Sends one request and reads the whole answer. Follows no redirects and repeats nothing.
 *
 * @returns rejects with the signal's reason, AnswerTooLargeError, or the error of the socket
 */
export type DirectHttpClient = (request: DirectHttpRequest, signal: AbortSignal) => Promise<DirectHttpAnswer>;

/**
 * Creates the direct HTTP client for reads of pages. A page makes a dozen such calls, and the objects of the
 * Fetch API would cost more than the call itself (docs/decisions/011-direct-http-client.md).
 */
export function createDirectHttpClient({
  baseUrl,
  agent,
  maxAnswerBytes,
}: DirectHttpClientOptions): DirectHttpClient {
  const base = new URL(baseUrl);
  const { protocol, hostname, port } = urlToHttpOptions(base);
  const target = { protocol, hostname, port, agent };
  const start = protocol === 'https:' ? sendHttps : sendHttp;
  const prefix = base.pathname.replace(/\/$/, '');

  return ({ method, path, headers, body }, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      // Headers as a raw list: avoids building and traversing a headers object for each call.
      const list = ['host', base.host, 'accept', 'application/json', 'accept-encoding', 'identity'];
      for (const [name, value] of Object.entries(headers)) list.push(name, value);
      if (body !== undefined) {
        list.push('content-type', 'application/json', 'content-length', String(Buffer.byteLength(body)));
      }
      const outgoing = start({ ...target, method, path: prefix + path, headers: list });
      const fail = (error: unknown) => {
        signal.removeEventListener('abort', leave);
        reject(signal.aborted ? signal.reason : error);
      };
      const leave = () => {
        outgoing.destroy();
        fail(signal.reason);
      };
      signal.addEventListener('abort', leave);
      outgoing.on('error', fail);
      outgoing.on('response', (answer) => {
        const chunks: Buffer[] = [];
        let length = 0;
        const refuse = () => answer.destroy(new AnswerTooLargeError());
        answer.on('error', fail);
        if (Number(answer.headers['content-length'] ?? 0) > maxAnswerBytes) {
          refuse();
          return;
        }
        answer.on('data', (chunk: Buffer) => {
          length += chunk.length;
          if (length > maxAnswerBytes) refuse();
          else chunks.push(chunk);
        });
        answer.on('end', () => {
          // If the connection closes early, the answer may end without an error.
          if (!answer.complete) {
            fail(new Error('The answer is incomplete'));
            return;
          }
          signal.removeEventListener('abort', leave);
          const [first] = chunks;
          const bytes = first && chunks.length === 1 ? first : Buffer.concat(chunks, length);
          resolve({ status: answer.statusCode ?? 0, bytes, headers: answer.headers });
        });
      });
      outgoing.end(body);
    });
}
