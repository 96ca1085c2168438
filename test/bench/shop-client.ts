import { Agent, request } from 'node:http';

const host = 'havero-nl.localhost';

/** A response of the shop, read completely. */
export interface TimedResponse {
  readonly status: number;
  /** Milliseconds from the request to the last byte. */
  readonly ms: number;
  /** `name=value; …`, as a browser would send back the cookies that the response set; '' for none. */
  readonly cookie: string;
}

/** Sends requests to the web from many visitor addresses. */
export interface ShopClient {
  /** Sends `body` as JSON; without a body, sends a GET request. */
  ask(path: string, options?: { readonly body?: object; readonly cookie?: string }): Promise<TimedResponse>;
  end(): void;
}

/**
 * Creates a client that uses another visitor address for each request, so that no rate limit answers instead.
 *
 * @param port of a web that trusts the forwarded visitor address
 * @param sockets maximum number of concurrent connections; Infinity for a flood that does not wait for
 *   responses
 */
export function createShopClient(port: number, sockets = 1): ShopClient {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets });
  let visitor = 0;
  return {
    ask: (path, { body, cookie } = {}) =>
      new Promise((resolve, reject) => {
        visitor += 1;
        const text = body === undefined ? '' : JSON.stringify(body);
        const startedAt = performance.now();
        const sent = request(
          {
            agent,
            host: '127.0.0.1',
            port,
            path,
            method: body === undefined ? 'GET' : 'POST',
            headers: {
              host,
              'x-forwarded-for': `10.${Math.floor(visitor / 62_500)}.${Math.floor(visitor / 250) % 250}.${(visitor % 250) + 1}`,
              ...(cookie === undefined ? {} : { cookie }),
              ...(body === undefined
                ? {}
                : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
            },
          },
          (answer) => {
            answer.resume();
            const cookies = answer.headers['set-cookie'] ?? [];
            answer.once('end', () =>
              resolve({
                status: answer.statusCode ?? 0,
                ms: performance.now() - startedAt,
                cookie: cookies.map((field) => field.split(';')[0]).join('; '),
              }),
            );
          },
        );
        sent.once('error', reject);
        sent.end(text);
      }),
    end: () => agent.destroy(),
  };
}
