import { type Agent, type IncomingMessage, request as sendHttp } from 'node:http';
import { request as sendHttps } from 'node:https';

export interface FetchOverAgentOptions {
  readonly agent: Agent;
  /** Largest answer that is read, in bytes; a larger one closes the connection. */
  readonly maxAnswerBytes: number;
}

/** Error of an answer that exceeds the size limit. */
export class AnswerTooLargeError extends Error {
  constructor() {
    super('The answer is too large');
    this.name = 'AnswerTooLargeError';
  }
}

const statusesWithoutBody = [204, 205, 304];

async function readBody(answer: IncomingMessage, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  if (Number(answer.headers['content-length'] ?? 0) > maxBytes) {
    answer.destroy();
    throw new AnswerTooLargeError();
  }
  for await (const chunk of answer) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new AnswerTooLargeError();
    chunks.push(chunk);
  }
  // If the connection closes early and no length was announced, the iteration ends without an error.
  if (!answer.complete) throw new Error('The answer is incomplete');
  return Buffer.concat(chunks);
}

/**
 * Creates a `fetch` that takes its connections from a Node agent, which the built-in one cannot use.
 *
 * It reads the whole answer before it resolves, does not decode it (request `identity`), follows no redirects
 * and repeats nothing.
 *
 * @returns rejects with a TypeError whose cause is the reason, or with the signal's reason
 */
export function createFetchOverAgent({ agent, maxAnswerBytes }: FetchOverAgentOptions): typeof fetch {
  const send = (request: Request, body: Buffer | undefined): Promise<Response> =>
    new Promise((resolve, reject) => {
      const headers: Record<string, string> = Object.fromEntries(request.headers);
      if (body) headers['content-length'] = String(body.length);
      const start = request.url.startsWith('https:') ? sendHttps : sendHttp;
      const outgoing = start(request.url, { method: request.method, headers, agent, signal: request.signal });
      const fail = (cause: unknown) =>
        reject(request.signal.aborted ? request.signal.reason : new TypeError('fetch failed', { cause }));

      outgoing.on('response', (answer) => {
        const status = answer.statusCode ?? 0;
        const answerHeaders = new Headers();
        for (const [name, values] of Object.entries(answer.headersDistinct)) {
          for (const value of values ?? []) answerHeaders.append(name, value);
        }
        readBody(answer, maxAnswerBytes).then((bytes) => {
          const isEmpty = request.method === 'HEAD' || statusesWithoutBody.includes(status);
          resolve(new Response(isEmpty ? null : bytes, { status, headers: answerHeaders }));
        }, fail);
      });
      outgoing.on('error', fail);
      outgoing.end(body);
    });

  return async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    const body = request.body ? Buffer.from(await request.arrayBuffer()) : undefined;
    return send(request, body);
  };
}
