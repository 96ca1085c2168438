import { Agent, request } from 'node:http';

const host = 'havero-nl.localhost';

/** An answer of the shop, read whole. */
export interface TimedAnswer {
  readonly status: number;
  /** From the question to the last byte. */
  readonly ms: number;
  /** `name=value; …`, as the browser would send what the answer set; '' for nothing. */
  readonly cookie: string;
}

/** Asks the web as visitors of many addresses. */
export interface ShopAsker {
  /** Sends a body as JSON; a page is read without one. */
  ask(path: string, options?: { readonly body?: object; readonly cookie?: string }): Promise<TimedAnswer>;
  end(): void;
}

/**
 * Each question comes from an address of its own, so that no limit of visitors answers in its place.
 *
 * @param port of a web that believes which address a visitor comes from
 * @param sockets at a time; Infinity for a flood that waits for nobody
 */
export function createShopAsker(port: number, sockets = 1): ShopAsker {
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
