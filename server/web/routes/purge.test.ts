import { afterEach, describe, expect, it, jest } from '@jest/globals';
import supertest from 'supertest';
import { type AdminServer, startAdminServer } from '../../platform/admin-server.ts';
import { createLog } from '../../platform/logging.ts';
import { createPurgeRoutes, type PurgeRequest } from './purge.ts';

const token = 'a-token-of-some-length';
const log = createLog({ name: 'web', level: 'silent' });
const servers: AdminServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function startServer(options: { token?: string } = {}) {
  const purge = jest.fn((_order: PurgeRequest) => 3);
  const routers = [createPurgeRoutes({ purge, token: options.token, log })];
  const server = await startAdminServer({ host: '127.0.0.1', port: 0, routers, log });
  servers.push(server);
  return { purge, address: `http://127.0.0.1:${server.port}` };
}

function send(address: string, body: unknown, authorization?: string) {
  const request = supertest(address).post('/purge');
  if (authorization !== undefined) request.set('authorization', authorization);
  return request.send(body as object);
}

describe('POST /purge', () => {
  it('removes the pages of the keys, or all pages, and returns their number', async () => {
    const { purge, address } = await startServer({ token });
    const answer = await send(address, { keys: ['product-101', 'site-1', 'dealers'] }, `Bearer ${token}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ status: 'ok', pages: 3 });
    await send(address, { all: true }, `Bearer ${token}`);
    expect(purge.mock.calls).toEqual([[new Set(['product-101', 'site-1', 'dealers'])], ['all']]);
  });

  it.each([
    undefined,
    'Bearer',
    'Bearer wrong',
    `Bearer ${token}x`,
    `Bearer ${token.slice(1)}`,
    `Basic ${token}`,
    token,
  ])('does nothing without the token (%s)', async (authorization) => {
    const { purge, address } = await startServer({ token });
    expect((await send(address, { all: true }, authorization)).status).toBe(401);
    expect(purge).not.toHaveBeenCalled();
  });

  it('accepts callers on this machine if no token is set', async () => {
    const { purge, address } = await startServer();
    expect((await send(address, { all: true })).status).toBe(200);
    expect(purge).toHaveBeenCalledTimes(1);
  });

  it.each([
    [{}],
    [{ keys: [] }],
    [{ keys: ['product-101', '*'] }],
    [{ keys: 'product-101' }],
    [{ keys: ['product-x'] }],
    [{ all: 'yes' }],
    [[]],
  ])('rejects an invalid order: %j', async (body) => {
    const { purge, address } = await startServer();
    expect((await send(address, body)).status).toBe(400);
    expect(purge).not.toHaveBeenCalled();
  });

  it('rejects requests that a form of another site could send', async () => {
    const { purge, address } = await startServer();
    const send = (type: string) => supertest(address).post('/purge').set('content-type', type);
    expect((await send('text/plain').send('{"all":true}')).status).toBe(400);
    expect((await send('application/x-www-form-urlencoded').send('all=true')).status).toBe(400);
    expect((await send('application/json').send('{"all":')).status).toBe(400);
    expect(purge).not.toHaveBeenCalled();
  });
});
