import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from '@jest/globals';
import { createConfig } from './config.ts';
import { createHttpServer } from './http-server.ts';

it('begins a pipelined request only when the one before it is answered, and answers all in their order', async () => {
  const begun: string[] = [];
  const responses: ServerResponse[] = [];
  const server = createHttpServer((request, response) => {
    begun.push(request.url ?? '');
    responses.push(response);
  }, createConfig({}).serverLimits);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const ask = (path: string, ...headers: string[]) =>
    `${[`GET ${path} HTTP/1.1`, 'Host: shop', ...headers].join('\r\n')}\r\n\r\n`;
  socket.write(ask('/1') + ask('/2') + ask('/3', 'Connection: close'));
  const heard = text(socket);
  for (const path of ['/1', '/2', '/3']) {
    while (!begun.includes(path)) await new Promise((resolve) => setImmediate(resolve));
    expect(begun.at(-1)).toBe(path);
    responses.at(-1)?.end(`answer ${path}`);
  }
  expect((await heard).match(/answer \/\d/g)).toEqual(['answer /1', 'answer /2', 'answer /3']);
  await new Promise((resolve) => server.close(resolve));
});
