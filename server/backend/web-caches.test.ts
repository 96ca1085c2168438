import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createWebCaches } from './web-caches.ts';

let server: Server;
let status: number;
let told: { keys: unknown; authorization: string | undefined }[];

beforeEach(async () => {
  status = 200;
  told = [];
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { authorization } = request.headers;
      told.push({ keys: JSON.parse(Buffer.concat(chunks).toString()).keys, authorization });
      response.writeHead(status).end('{"pages":3}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(() => {
  server.close();
  server.closeAllConnections();
});

const target = (hostname = '127.0.0.1') =>
  new URL(`http://${hostname}:${(server.address() as AddressInfo).port}`);

describe('createWebCaches', () => {
  it('tells every web which pages are old, with the token that it wants', async () => {
    const caches = createWebCaches({ targets: [target()], token: 'secret' });
    expect(caches.targets).toEqual([target().href]);
    expect(await caches.tell(target().href, ['product-101'])).toBe(3);
    expect(told).toEqual([{ keys: ['product-101'], authorization: 'Bearer secret' }]);
  });

  it('says why a web could not be told', async () => {
    const caches = createWebCaches({ targets: [target()], token: undefined });
    status = 401;
    await expect(caches.tell(target().href, ['product-101'])).rejects.toMatchObject({ code: 'STATUS_401' });
    await expect(caches.tell('http://127.0.0.1:1/', ['product-101'])).rejects.toThrow('fetch failed');
  });
});
