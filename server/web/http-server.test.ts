import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from '@jest/globals';
import { createConfig } from './config.ts';
import { createHttpServer, exemptFromReceiveTimeout } from './http-server.ts';

it('starts a pipelined request only after the previous one is answered, and answers in order', async () => {
  const started: string[] = [];
  const responses: ServerResponse[] = [];
  const server = createHttpServer((request, response) => {
    started.push(request.url ?? '');
    responses.push(response);
  }, createConfig({}).serverLimits);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const ask = (path: string, ...headers: string[]) =>
    `${[`GET ${path} HTTP/1.1`, 'Host: shop', ...headers].join('\r\n')}\r\n\r\n`;
  socket.write(ask('/1') + ask('/2') + ask('/3', 'Connection: close'));
  const heard = text(socket);
  for (const path of ['/1', '/2', '/3']) {
    while (!started.includes(path)) await new Promise((resolve) => setImmediate(resolve));
    expect(started.at(-1)).toBe(path);
    responses.at(-1)?.end(`answer ${path}`);
  }
  expect((await heard).match(/answer \/\d/g)).toEqual(['answer /1', 'answer /2', 'answer /3']);
  await new Promise((resolve) => server.close(resolve));
});

it('serves other connections between the pipelined requests of one connection', async () => {
  let pipelined = 0;
  let before = -1;
  const server = createHttpServer((request, response) => {
    if (request.url === '/other') before = pipelined;
    else pipelined += 1;
    response.end('answer');
  }, createConfig({}).serverLimits);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const [many, other] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  await Promise.all([once(many, 'connect'), once(other, 'connect')]);
  many.resume().write('GET / HTTP/1.1\r\nHost: shop\r\n\r\n'.repeat(200));
  other.write('GET /other HTTP/1.1\r\nHost: shop\r\n\r\n');
  await once(other, 'data');
  expect(before).toBeGreaterThanOrEqual(0);
  expect(before).toBeLessThan(50);
  many.destroy();
  other.destroy();
  await new Promise((resolve) => server.close(resolve));
});

it('closes connections whose request body is late, except those with an extended timeout', async () => {
  const whole: string[] = [];
  const server = createHttpServer(
    (request, response) => {
      if (request.url === '/upload') exemptFromReceiveTimeout(request);
      request.resume().on('end', () => {
        whole.push(request.url ?? '');
        response.end('answer');
      });
    },
    { ...createConfig({}).serverLimits, receiveTimeoutMs: 100 },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const begin = (path: string) => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`POST ${path} HTTP/1.1\r\nHost: shop\r\nContent-Length: 2\r\nConnection: close\r\n\r\nx`);
    return { socket, heard: text(socket) };
  };
  const upload = begin('/upload');
  await once(upload.socket, 'connect');
  const others = [begin('/late'), begin('/later')];
  for (const { heard } of others) expect(await heard).toMatch(/^HTTP\/1\.1 408 [\s\S]*connection: close/i);
  upload.socket.write('y');
  expect(await upload.heard).toContain('answer');
  expect(whole).toEqual(['/upload']);
  await new Promise((resolve) => server.close(resolve));
});
