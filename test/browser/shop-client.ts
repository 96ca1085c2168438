import { randomInt } from 'node:crypto';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/** Response of the shop under test. */
export interface ShopAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Returns the port of the shop that runs for the browser tests. */
export function getShopPort(): number {
  const port = Number(process.env.SHOP_TEST_PORT);
  if (!port) throw new Error('SHOP_TEST_PORT is not set: these tests run with their global set-up only');
  return port;
}

/**
 * Returns the address of a page on a host of the shop under test.
 *
 * @param port of another web in front of the same backend
 */
export function getShopUrl(host: string, pathname = '/', port = getShopPort()): string {
  return `http://${host}:${port}${pathname}`;
}

interface ShopRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Sends one request to 127.0.0.1 with a Host header, because not every resolver knows `*.localhost`. Follows
 * no redirect.
 */
function sendToShop(
  host: string,
  pathname: string,
  { method, headers, body }: ShopRequest,
): Promise<ShopAnswer> {
  return new Promise((resolve, reject) => {
    const port = getShopPort();
    const call = request(
      {
        host: '127.0.0.1',
        port,
        path: pathname,
        method,
        agent,
        headers: { accept: 'text/html', ...headers, host: `${host}:${port}` },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      },
    );
    call.on('error', reject);
    call.end(body);
  });
}

/** Sends a GET request. @param pathname path with its query */
export const fetchFromShop = (
  host: string,
  pathname: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<ShopAnswer> => sendToShop(host, pathname, { method: 'GET', headers });

/**
 * Sends one POST request to the API as a new visitor, so that rate limits count this call only.
 *
 * @throws Error if it is refused
 */
export async function postToShop(host: string, pathname: string, body: unknown): Promise<ShopAnswer> {
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    'sec-fetch-site': 'same-origin',
    'x-forwarded-for': `198.18.${randomInt(256)}.${randomInt(1, 255)}`,
  };
  const answer = await sendToShop(host, pathname, { method: 'POST', headers, body: JSON.stringify(body) });
  if (answer.status >= 300) throw new Error(`${answer.status} POST ${pathname}: ${answer.body}`);
  return answer;
}
