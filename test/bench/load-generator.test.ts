import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { sendLoad } from './load-generator.ts';

let server: Server | undefined;

afterEach(async () => {
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  server = undefined;
});

async function sendLoadTo(listener: RequestListener, requests = 20) {
  server = createServer(listener);
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return sendLoad({ port, host: 'shop.localhost', path: '/a/', encoding: 'br', requests, connections: 4 });
}

describe('sendLoad', () => {
  it('sends exactly the requested number of requests, with host and encoding, over keep-alive connections', async () => {
    const seen: string[] = [];
    const ports = new Set<number | undefined>();
    const result = await sendLoadTo((request, response) => {
      ports.add(request.socket.remotePort);
      seen.push(`${request.headers.host} ${request.url} ${request.headers['accept-encoding']}`);
      response.end('x');
    });
    expect(seen).toEqual(Array.from({ length: 20 }, () => 'shop.localhost /a/ br'));
    expect(ports.size).toBe(4);
    expect(result.whole).toHaveLength(20);
  });

  it.each([
    [
      'of a known length',
      (body: string): RequestListener =>
        (_request, response) =>
          response.end(body),
    ],
    [
      'in chunks',
      (body: string): RequestListener =>
        (_request, response) => {
          response.write(body.slice(0, 10));
          setImmediate(() => response.end(body.slice(10)));
        },
    ],
  ])('waits for the end of a response %s', async (_what, listen) => {
    const body = 'horse feed '.repeat(20_000);
    const result = await sendLoadTo(listen(body), 5);
    expect(result.bytes).toBeGreaterThan(5 * body.length);
    expect(result.first[0]).toBeLessThanOrEqual(result.whole[0]!);
  });

  it('fails for any status but 200, so that no measurement is that of an error page', async () => {
    const answer = sendLoadTo((_request, response) => response.writeHead(503).end('later'));
    await expect(answer).rejects.toThrow('503');
  });

  it('fails if a server closes the connection', async () => {
    await expect(sendLoadTo((request) => request.socket.destroy())).rejects.toThrow();
  });
});
