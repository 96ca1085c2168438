import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createLog } from '../platform/logging.ts';
import { createWebCaches } from './web-caches.ts';

const log = createLog({ name: 'backend', level: 'silent' });

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
      response.writeHead(status).end('{}');
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
    await createWebCaches({ targets: [target()], token: 'secret', log }).forget(['product-101']);
    expect(told).toEqual([{ keys: ['product-101'], authorization: 'Bearer secret' }]);
  });

  it('tells again what could not be told, and then no more', async () => {
    const caches = createWebCaches({ targets: [target()], token: undefined, log });
    status = 500;
    await caches.forget(['product-101']);
    status = 200;
    await caches.forget(['product-102']);
    await caches.forget([]);
    expect(told.map(({ keys }) => keys)).toEqual([['product-101'], ['product-101', 'product-102']]);
  });

  it('goes on where one of them is not there', async () => {
    const targets = [new URL('http://127.0.0.1:1'), target()];
    await createWebCaches({ targets, token: undefined, log }).forget(['product-101']);
    expect(told).toHaveLength(1);
  });
});
