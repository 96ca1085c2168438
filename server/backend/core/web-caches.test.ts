import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createWebCaches } from './web-caches.ts';

let server: Server;
let answerStatus: number;
/** Status for purges with keys, if it differs from that of other purges. */
let statusOfKeyPurges: number | null;
let receivedPurges: { keys?: unknown; all?: unknown; authorization: string | undefined }[];

beforeEach(async () => {
  answerStatus = 200;
  statusOfKeyPurges = null;
  receivedPurges = [];
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { authorization } = request.headers;
      const order = JSON.parse(Buffer.concat(chunks).toString());
      receivedPurges.push({ ...order, authorization });
      response.setHeader('location', '/elsewhere');
      response.writeHead(order.keys ? (statusOfKeyPurges ?? answerStatus) : answerStatus).end('{"pages":3}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(() => {
  server.close();
  server.closeAllConnections();
});

const getTargetUrl = (hostname = '127.0.0.1') =>
  new URL(`http://${hostname}:${(server.address() as AddressInfo).port}`);

describe('createWebCaches', () => {
  it('notifies every web of outdated pages, with its token', async () => {
    const caches = createWebCaches({ targets: [getTargetUrl()], token: 'secret' });
    expect(caches.targets).toEqual([getTargetUrl().href]);
    expect(await caches.notify(getTargetUrl().href, ['product-101'])).toBe(3);
    expect(receivedPurges).toEqual([{ keys: ['product-101'], authorization: 'Bearer secret' }]);
  });

  it('purges all pages of a web of another release, which refuses an unknown key', async () => {
    const caches = createWebCaches({ targets: [getTargetUrl()], token: 'secret' });
    statusOfKeyPurges = 400;
    expect(await caches.notify(getTargetUrl().href, ['content-107', 'site-1-nl'])).toBe(3);
    expect(receivedPurges.at(-1)).toEqual({ all: true, authorization: 'Bearer secret' });
    // A web that refuses all purges has not been notified.
    answerStatus = 400;
    await expect(caches.notify(getTargetUrl().href, ['site-1-nl'])).rejects.toMatchObject({
      code: 'STATUS_400',
    });
  });

  it('follows no redirect', async () => {
    const caches = createWebCaches({ targets: [getTargetUrl()], token: 'secret' });
    answerStatus = 307;
    await expect(caches.notify(getTargetUrl().href, ['product-101'])).rejects.toThrow('fetch failed');
    expect(receivedPurges).toHaveLength(1);
  });

  it('reports why a web could not be notified', async () => {
    const caches = createWebCaches({ targets: [getTargetUrl()], token: undefined });
    answerStatus = 401;
    await expect(caches.notify(getTargetUrl().href, ['product-101'])).rejects.toMatchObject({
      code: 'STATUS_401',
    });
    await expect(caches.notify('http://127.0.0.1:1/', ['product-101'])).rejects.toThrow('fetch failed');
  });
});
