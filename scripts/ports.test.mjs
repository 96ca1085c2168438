import { createServer } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { fetchReadiness, findPortConflict, isAnswering } from './ports.mjs';

/** Listens on a port of the loopback address; 0 selects a free one. */
async function listen(port, status = 200) {
  const server = createServer((_request, response) => response.writeHead(status).end());
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return { port: server.address().port, close: () => new Promise((resolve) => server.close(resolve)) };
}

describe('findPortConflict', () => {
  const host = '127.0.0.1';

  it('accepts ports that are free', async () => {
    const { port, close } = await listen(0);
    await close();
    expect(await findPortConflict([{ setting: 'PORT', port, host }], 'npm start')).toBeNull();
  });

  it('names the port that is in use, its setting and what to do', async () => {
    const { port, close } = await listen(0);
    const fault = await findPortConflict([{ setting: 'BACKEND_PORT', port, host }], 'npm start');
    await close();
    expect(fault).toContain(`Port ${port} is in use`);
    expect(fault).toMatch(/BACKEND_PORT=\d+ npm start$/);
  });

  it('rejects two settings with the same port', async () => {
    const { port, close } = await listen(0);
    await close();
    const wanted = [
      { setting: 'PORT', port, host },
      { setting: 'WEB_ADMIN_PORT', port, host },
    ];
    expect(await findPortConflict(wanted, 'npm start')).toMatch(/^PORT and WEB_ADMIN_PORT are both/);
  });

  it.each([Number.NaN, -1, 65_536])('rejects %p, which is not a port', async (port) => {
    expect(await findPortConflict([{ setting: 'PORT', port, host }], 'npm start')).toMatch(
      /^PORT is not a port/,
    );
  });
});

describe('isAnswering', () => {
  // Ports that `fetch` refuses, of which one is free.
  const refused = [6000, 4190, 10080, 6666, 6697];

  it('queries ports that fetch refuses', async () => {
    let server;
    for (const port of refused) server ??= await listen(port).catch(() => undefined);
    expect(await isAnswering(`http://127.0.0.1:${server.port}/`)).toBe(true);
    await server.close();
  });

  it('returns false for an error status and if nothing listens', async () => {
    const { port, close } = await listen(0, 503);
    expect(await isAnswering(`http://127.0.0.1:${port}/`)).toBe(false);
    await close();
    expect(await isAnswering(`http://127.0.0.1:${port}/`)).toBe(false);
  });
});

describe('fetchReadiness', () => {
  it('returns what operators have to do', async () => {
    const server = createServer((_request, response) =>
      response.writeHead(503).end('{"status":"unavailable","reasons":{"shop":"Import a shop."}}'),
    );
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${server.address().port}/health/ready`;
    expect(await fetchReadiness(url)).toEqual({ isReady: false, reasons: ['Import a shop.'] });
    await new Promise((resolve) => server.close(resolve));
  });

  it('returns no reasons if the answer is not JSON, or if there is none', async () => {
    const { port, close } = await listen(0, 502);
    expect(await fetchReadiness(`http://127.0.0.1:${port}/`)).toEqual({ isReady: false, reasons: [] });
    await close();
    expect(await fetchReadiness(`http://127.0.0.1:${port}/`)).toEqual({ isReady: false, reasons: [] });
  });
});
